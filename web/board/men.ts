/* Men that keep who they are while they move, so that they can be seen moving. */
import type { GameInfo, Men, Side, State } from '../core/types'
import { SHOWN, otherSide, sides, type Layout } from './layout'
import { isStacked, menAt, pinnedBelow, slot } from './places'
import type { From, To } from './props'

type Place = From | To

export interface Man {
  id: string
  side: Side
  place: Place
  /** Counted from the edge. */
  index: number
}

export interface ShownMan extends Man {
  x: number
  y: number
  /** A number on the top man of a pile higher than what is shown. */
  count: number
  look: 'man' | 'slab' | 'hand'
  pinned: boolean
  /** The lower man of a tower. */
  base: boolean
}

const pips = (place: Place): number => (place === 'hand' ? 26 : place === 'bar' ? 25 : place === 'off' ? 0 : place)

function places(men: Men): Place[] {
  const list: Place[] = ['hand', 'bar']
  for (let p = men.points.length - 1; p >= 1; p--) if (men.points[p]) list.push(p)
  list.push('off')
  return list
}

/* The lowest men of a pile stay; those on top go to where men are missing, the rearmost to the rearmost. */
function follow(before: Man[], men: Men): Man[] {
  const stay: Man[] = []
  const gone = new Map(before.map((man) => [man.id, man]))
  const gaps: { place: Place; index: number }[] = []
  for (const place of places(men)) {
    const here = before.filter((man) => man.place === place).sort((a, b) => a.index - b.index)
    for (let index = 0; index < menAt(men, place); index++) {
      const man = here[index]
      if (!man) gaps.push({ place, index })
      else {
        stay.push({ ...man, index })
        gone.delete(man.id)
      }
    }
  }
  const movers = [...gone.values()].sort((a, b) => pips(b.place) - pips(a.place) || b.index - a.index)
  gaps.sort((a, b) => pips(b.place) - pips(a.place) || a.index - b.index)
  return [...stay, ...movers.map((man, i) => ({ ...man, ...gaps[i]! }))]
}

function total(men: Men): number {
  return men.bar + men.hand + men.off + men.points.reduce((sum, n) => sum + (n ?? 0), 0)
}

function fresh(side: Side, men: Men): Man[] {
  const list: Man[] = []
  for (const place of places(men))
    for (let index = 0; index < menAt(men, place); index++)
      list.push({ id: `${side}${list.length}`, side, place, index })
  return list
}

/** The men of a state, as continuations of those before if they are as many. */
export function placeMen(before: Man[] | null, state: State): Man[] {
  return sides.flatMap((side) => {
    const men = state.men[side]
    const mine = before?.filter((man) => man.side === side) ?? []
    return mine.length && mine.length === total(men) ? follow(mine, men) : fresh(side, men)
  })
}

function lookOf(man: Man): ShownMan['look'] {
  return man.place === 'off' ? 'slab' : man.place === 'hand' ? 'hand' : 'man'
}

function countOn(info: GameInfo, men: Men, man: Man): number {
  const n = menAt(men, man.place)
  if (man.index !== n - 1 || man.place === 'off' || info.towers) return 0
  if (man.place === 'hand') return n > 1 ? n : 0
  return n > SHOWN ? n : 0
}

/** Men with their places on the screen, in the order in which they are drawn. */
export function showMen(layout: Layout, info: GameInfo, state: State, men: Man[]): ShownMan[] {
  return men
    .map((man): ShownMan => {
      const own = state.men[man.side]
      const point = typeof man.place === 'number' ? man.place : 0
      return {
        ...man,
        ...slot(layout, info, state, man.side, man.place, man.index),
        count: countOn(info, own, man),
        look: lookOf(man),
        pinned: point > 0 && own.pinned.includes(point) && pinnedHere(info, state, man.side, point),
        base: info.towers && man.index === 0 && isStacked(own, point),
      }
    })
    .sort((a, b) => Number(b.pinned) - Number(a.pinned) || a.index - b.index)
}

function pinnedHere(info: GameInfo, state: State, side: Side, point: number): boolean {
  const facing = info.facing === 'same' ? point : info.points + 1 - point
  return pinnedBelow(info, state, otherSide(side), facing)
}
