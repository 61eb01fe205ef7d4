/* What a game is played for, as people agree on it. */
import type { GameInfo } from '../core/types'
import type { Setup } from './record'

/** One game, with the cube where the rules have it. */
export function defaultTerms(info: GameInfo): Setup['terms'] {
  return {
    length: 0,
    rounds: 1,
    cube: info.cube === 'yes',
    crawford: false,
    jacoby: false,
    beavers: false,
    auto_doubles: 0,
    dead_cube: false,
    swap_roles: false,
  }
}

export type Stake = 'one' | 'match' | 'rounds' | 'money'

export interface TermsForm {
  stake: Stake
  length: number
  rounds: number
  cube: boolean
  crawford: boolean
  jacoby: boolean
  beavers: boolean
  autoDoubles: number
  swapRoles: boolean
}

export function defaultForm(info: GameInfo): TermsForm {
  return {
    stake: info.asymmetric ? 'rounds' : 'one',
    length: 5,
    rounds: 2,
    cube: info.cube === 'yes',
    crawford: true,
    jacoby: false,
    beavers: false,
    autoDoubles: 0,
    swapRoles: info.asymmetric,
  }
}

/** Only what means something under the chosen stake goes into the terms. */
export function formTerms(info: GameInfo, form: TermsForm): Setup['terms'] {
  const cube = info.cube !== 'no' && form.cube
  const match = form.stake === 'match'
  const money = cube && (form.stake === 'money' || form.stake === 'one')
  return {
    length: match ? form.length : 0,
    rounds: form.stake === 'one' ? 1 : form.stake === 'rounds' ? form.rounds : 0,
    cube,
    crawford: match && cube && form.crawford,
    jacoby: money && form.stake === 'money' && form.jacoby,
    beavers: money && form.beavers,
    auto_doubles: money ? form.autoDoubles : 0,
    dead_cube: false,
    swap_roles: info.asymmetric && form.swapRoles && form.stake !== 'one',
  }
}
