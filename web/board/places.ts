/* Where men stand on a board that is laid out. */
import type { GameInfo, Men, Side, State } from '../core/types'
import { RADIUS, SHOWN, otherSide, type Dot, type Layout, type Rect, type Spot } from './layout'
import type { From, To } from './props'

export function spotOf(layout: Layout, info: GameInfo, side: Side, place: From | To): Spot | null {
  if (place === 'bar') return layout.spots.find((s) => s.kind === 'bar' && s.side === side) ?? null
  if (place === 'hand' || place === 'off') {
    /* Captured men lie with their captor. */
    const owner = place === 'off' && info.contact === 'capture' ? otherSide(side) : side
    return layout.spots.find((s) => s.kind === 'tray' && s.side === owner) ?? null
  }
  return layout.points.find((s) => s.own[side] === place) ?? null
}

export function menAt(men: Men, place: From | To): number {
  if (place === 'bar') return men.bar
  if (place === 'hand') return men.hand
  if (place === 'off') return men.off
  return men.points[place] ?? 0
}

/** The centre of the man number `index`, from 0, that a side has on a place. */
export function slot(layout: Layout, info: GameInfo, state: State, side: Side, place: From | To, index: number): Dot {
  const spot = spotOf(layout, info, side, place)
  if (!spot) return { x: layout.width / 2, y: layout.middle }
  if (place === 'off') return offSlot(layout, spot, index, info.men)
  if (place === 'hand') return handSlot(layout, spot, index, info.men)
  if (place === 'bar') {
    const shown = Math.min(index, SHOWN - 1)
    return { x: spot.x, y: spot.y + shown * spot.step }
  }
  if (info.towers) return towerSlot(state.men[side], spot, place as number, index)
  const lift = pinnedBelow(info, state, side, place as number) ? 0.5 : 0
  const shown = Math.min(index, SHOWN - 1)
  return { x: spot.x, y: spot.y + (shown + lift) * spot.step }
}

/** Whether the side stands on a pinned man of the other. */
export function pinnedBelow(info: GameInfo, state: State, side: Side, point: number): boolean {
  if (info.contact !== 'pin') return false
  const facing = info.facing === 'same' ? point : info.points + 1 - point
  return state.men[otherSide(side)].pinned.includes(facing)
}

function trayRect(layout: Layout, spot: Spot): Rect {
  return layout.trays.find((t) => t.spot.key === spot.key)!.rect
}

/** Thickness of a man seen from the side. */
export function slabHeight(layout: Layout, men: number): number {
  const rect = layout.trays[0]!.rect
  return Math.min(30, (rect.h - 12) / men)
}

function offSlot(layout: Layout, spot: Spot, index: number, men: number): Dot {
  const pitch = slabHeight(layout, men)
  const way = spot.top ? 1 : -1
  return { x: spot.x, y: spot.y + way * (6 + pitch / 2 + index * pitch) }
}

export function handRadius(layout: Layout): number {
  return Math.min(RADIUS, layout.trays[0]!.rect.w / 2 - 4)
}

function handSlot(layout: Layout, spot: Spot, index: number, men: number): Dot {
  const rect = trayRect(layout, spot)
  const r = handRadius(layout)
  const room = (rect.h - 2 * r - 10) / Math.max(1, men - 1)
  const pitch = Math.min(men > 5 ? 46 : 2 * r + 2, room)
  const way = spot.top ? 1 : -1
  return { x: spot.x, y: spot.y + way * (5 + r + index * pitch) }
}

/** Stacked, or lying side by side. */
export function isStacked(men: Men, tower: number): boolean {
  const due = men.towers.includes(tower)
  return men.phase >= 2 || (men.phase === 0) === due
}

function towerSlot(men: Men, spot: Spot, tower: number, index: number): Dot {
  const y = spot.y + (spot.top ? 62 : -62)
  if (isStacked(men, tower)) return { x: spot.x, y: y - index * 18 + 9 }
  return { x: spot.x + (index ? RADIUS : -RADIUS), y }
}

/* What clicks mean. */

/** What a side has on a spot and could take from there. */
export function sourceAt(state: State, spot: Spot, side: Side): From | null {
  const men = state.men[side]
  if (spot.kind === 'bar') return spot.side === side && men.bar ? 'bar' : null
  if (spot.kind === 'tray') return spot.side === side && men.hand ? 'hand' : null
  const point = spot.own[side]
  return point && men.points[point] && !men.pinned.includes(point) ? point : null
}

/** What a spot is to a man of the side that goes there. */
export function targetAt(info: GameInfo, spot: Spot, side: Side): To | null {
  if (spot.kind === 'point') return spot.own[side] || null
  const bearsOff = info.contact !== 'capture' && info.shape !== 'lanes'
  return spot.kind === 'tray' && spot.side === side && bearsOff ? 'off' : null
}

/** Own points are counted as pips, so this is where a number leads, allowed or not. */
export function ahead(info: GameInfo, from: From, number: number): To {
  const at = (typeof from === 'number' ? from : info.points + 1) - number
  if (at > 0) return at
  return info.ring ? at + info.points : 'off'
}
