/* What a click can mean, given the legal hops. */
import type { Hop, State } from '../core/types'
import type { Chain, From, To } from './props'

/** One hop, or several of one man. */
export interface Step {
  to: To
  hops: Hop[]
}

export function canMove(state: State, from: From): boolean {
  return state.next.some((hop) => hop.from === from)
}

/* A man that two numbers bring to the same place takes the number that fits exactly, else the first die. */
function preferred(hops: Hop[], order: number[]): Hop {
  const exact = hops.find((hop) => hop.to === 'off' && hop.number === hop.from)
  if (exact) return exact
  const rank = (hop: Hop) => {
    const at = order.indexOf(hop.number)
    return at < 0 ? order.length : at
  }
  return [...hops].sort((a, b) => rank(a) - rank(b))[0]!
}

/** All steps of the top man on a place, each target once, single hops first. */
export function stepsFrom(state: State, chains: Chain[], from: From, order: number[]): Step[] {
  const hops = state.next.filter((hop) => hop.from === from)
  const targets = [...new Set(hops.map((hop) => hop.to))]
  const steps: Step[] = targets.map((to) => ({
    to,
    hops: [
      preferred(
        hops.filter((hop) => hop.to === to),
        order
      ),
    ],
  }))
  for (const chain of chains)
    if (chain.from === from && !targets.includes(chain.to)) steps.push({ to: chain.to, hops: chain.hops })
  return steps
}

/** The hop that a click on a man plays: the first die if it can be played, else the other. */
export function obviousHop(state: State, from: From, order: number[]): Hop | null {
  const hops = state.next.filter((hop) => hop.from === from)
  for (const number of order) {
    const fitting = hops.filter((hop) => hop.number === number)
    if (fitting.length) return fitting[0]!
  }
  return hops[0] ?? null
}

/* Dice as they lie: which are still to be played, in the order in which the player wants them. */

export interface ShownDie {
  value: number
  used: boolean
}

/** One die for each number of a double; both dice, whatever they bring, otherwise. */
export function shownDice(state: State, swapped: boolean): ShownDie[] {
  const { dice, numbers, left } = state
  if (!dice) return []
  const sum = numbers.length === 1 && numbers[0] === dice[0] + dice[1]
  if (sum) return dice.map((value) => ({ value, used: !left.length }))
  const values = numbers.length > 2 ? numbers : swapped ? [dice[1], dice[0]] : [...dice]
  const rest = [...left]
  const shown = values.map((value) => {
    const at = rest.indexOf(value)
    if (at >= 0) rest.splice(at, 1)
    return { value, used: at < 0 }
  })
  /* Of equal dice the first ones are used up first. */
  return numbers.length > 2 ? shown.sort((a, b) => Number(b.used) - Number(a.used)) : shown
}

/** The numbers in the order of the dice. */
export function playOrder(state: State, swapped: boolean): number[] {
  const order = [...new Set(state.numbers)].sort((a, b) => b - a)
  return swapped ? order.reverse() : order
}
