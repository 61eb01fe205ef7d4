/* What is going on, in a sentence. */
import { numbersWords, stageWords } from '../board/words'
import type { Side, State } from '../core/types'
import type { Key, Vars } from './i18n'
import { t, tMaybe } from './i18n'
import { me, other } from './names'
import type { Kept } from './store'
import type { Session } from './table'

/** How a side is spoken of in a sentence that is not about "you". */
export function called(kept: Kept, side: Side): string {
  const own = me(kept)
  const player = kept.setup.players[side === 'x' ? 0 : 1]
  if (player.startsWith('level:')) return t('called.bot')
  if (own) return t('called.opponent')
  return t(side === 'x' ? 'called.white' : 'called.black')
}

/** `key.you` for the listener's own side, `key.other` with a {name} for others. */
export function about(kept: Kept, side: Side, key: string, vars: Vars = {}): string {
  const own = me(kept) === side
  return tMaybe(`${key}.${own ? 'you' : 'other'}`, own ? vars : { ...vars, name: called(kept, side) })
}

const translate = (key: string, vars?: Vars) => t(key as Key, vars)

function playing(session: Session, state: State): string {
  const { kept } = session
  const side = state.actor ?? state.turn
  const mine = kept.mine === 'both' || kept.mine === side
  switch (state.due) {
    case 'answer':
      return about(kept, other(side), state.beaver ? 'status.beaver' : 'status.double', { value: 2 * state.cube.value })
    case 'throw':
      if (session.info.throws === 'roles') return about(kept, side, state.second ? 'status.second' : 'status.first')
      return about(kept, side, mine && state.cube.mayDouble ? 'status.throwOrDouble' : 'status.throw')
    case 'bonus':
      return about(kept, side, 'status.bonus')
    case 'reply':
      return about(kept, side, 'status.reply')
    case 'choose':
      return about(kept, side, session.info.throws === 'roles' ? 'status.chooseRoll' : 'status.chooseDouble')
    case 'play':
      return toPlay(session, state, side, mine)
    default:
      return ''
  }
}

function toPlay(session: Session, state: State, side: Side, mine: boolean): string {
  const { kept } = session
  const dice = state.dice ? `${state.dice[0]}-${state.dice[1]}` : ''
  if (state.nothing) return about(kept, side, 'status.nothing', { dice })
  if (mine && state.mayEnd) return t('status.mayEnd')
  const numbers = numbersWords(state, translate)
  if (session.taken) return about(kept, side, 'status.taken', { numbers })
  if (state.stage && state.stage.count > 1)
    return about(kept, side, 'status.stage', { index: state.stage.index, count: state.stage.count, numbers })
  const then = state.stages[0] ? stageWords(state.stages[0], translate) : ''
  const what = numbers && numbers !== dice ? t('status.diceAndNumbers', { dice, numbers }) : dice
  return then ? about(kept, side, 'status.playThen', { what, then }) : about(kept, side, 'status.play', { what })
}

export function statusText(session: Session): string {
  const { kept, state } = session
  if (kept.kind === 'online' && kept.status === 'open' && !session.events.length) return t('link.waiting')
  if (kept.status === 'abandoned') return t('status.abandoned')
  if (kept.winner === 'x' || kept.winner === 'o') {
    if (kept.end === 'time') return about(kept, other(kept.winner), 'status.time')
    if (kept.end === 'claimed') return about(kept, other(kept.winner), 'status.gone')
  }
  if (kept.end === 'draw') return t('status.agreed')
  if (kept.end === 'limit') return t('status.limit')
  switch (state.phase) {
    case 'opening':
      return session.opening && session.opening.x === session.opening.o ? t('status.openingTie') : t('status.opening')
    case 'resign':
      return state.resigner ? about(kept, state.resigner, 'status.resign', { n: state.resignation }) : ''
    case 'between':
    case 'over':
      return resultText(session, state)
    case 'playing':
      return (openingText(session) + playing(session, state)).trim()
  }
}

/* The dice that decided who begins are told once. */
function openingText(session: Session): string {
  const { opening, kept } = session
  if (!opening || opening.x === opening.o) return ''
  const first: Side = opening.x > opening.o ? 'x' : 'o'
  return `${about(kept, first, 'status.begins', { high: Math.max(opening.x, opening.o), low: Math.min(opening.x, opening.o) })} `
}

export function resultText(session: Session, state: State): string {
  const { winner } = state
  if (winner !== 'x' && winner !== 'o') return t('status.draw')
  return about(session.kept, winner, 'status.won', { n: state.won })
}

/** What is played for: "Match to 7", with what matters of the cube. */
export function termsText(session: Session): string {
  const { state, kept } = session
  const { terms } = kept.setup
  const stake = terms.length
    ? t('terms.match', { n: terms.length })
    : terms.rounds === 1
      ? t('terms.one')
      : terms.rounds
        ? t('terms.rounds', {
            n: terms.rounds,
            now: Math.min(state.games + (state.phase === 'between' || state.phase === 'over' ? 0 : 1), terms.rounds),
          })
        : t('terms.money')
  if (state.crawford) return t('terms.crawford', { stake })
  if (!terms.cube) return stake
  const { value, owner } = state.cube
  if (!owner) return value > 1 ? t('terms.cubeValue', { stake, value }) : stake
  return about(kept, owner, 'terms.cube', { stake, value })
}
