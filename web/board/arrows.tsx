/* Steps drawn over the men: what was played, what is advised. */
import type { GameInfo, Hop, Side, State } from '../core/types'
import { SHOWN, type Dot, type Layout } from './layout'
import { menAt, slot, spotOf } from './places'
import type { Arrow, BoardProps, From, To } from './props'

const REACH = 50

interface Line {
  path: string
  head: string
  label: Dot
}

/* The hops of one man are one arrow, and the same step twice is one arrow with a number. */
export function joinHops(side: Side, hops: Hop[], kind: Arrow['kind'], label?: string): Arrow[] {
  const arrows: (Arrow & { times: number })[] = []
  for (const hop of hops) {
    const before = arrows.find((arrow) => arrow.to === hop.from && arrow.times === 1)
    if (before) before.to = hop.to
    else arrows.push({ side, from: hop.from, to: hop.to, kind, times: 1 })
  }
  const joined: typeof arrows = []
  for (const arrow of arrows) {
    const same = joined.find((other) => other.from === arrow.from && other.to === arrow.to)
    if (same) same.times++
    else joined.push(arrow)
  }
  return joined.map(({ times, ...arrow }, i) => {
    const text = times > 1 ? `×${times}` : i === 0 ? label : undefined
    return text === undefined ? arrow : { ...arrow, label: text }
  })
}

export function collectArrows(props: BoardProps): Arrow[] {
  const { lastMove, hints = [], arrows = [] } = props
  return [
    ...(lastMove ? joinHops(lastMove.side, lastMove.hops, 'last') : []),
    ...hints.flatMap((hint) => joinHops(hint.side, hint.hops, 'hint', hint.label)),
    ...arrows,
  ]
}

/* What was played ends on the man that was moved; what is advised begins there. */
function ends(layout: Layout, info: GameInfo, state: State, arrow: Arrow): [Dot, Dot] | null {
  const men = state.men[arrow.side]
  if (!spotOf(layout, info, arrow.side, arrow.from) || !spotOf(layout, info, arrow.side, arrow.to)) return null
  const done = arrow.kind === 'last'
  const at = (place: From | To, top: boolean) => {
    const count = menAt(men, place)
    const index = Math.max(0, top ? count - 1 : count)
    return slot(layout, info, state, arrow.side, place, typeof place === 'number' ? Math.min(index, SHOWN - 1) : index)
  }
  return [at(arrow.from, !done), at(arrow.to, done)]
}

/* Curves leave and arrive towards the middle of the board, so that they cross as little as can be. */
function curve(layout: Layout, a: Dot, b: Dot): Line {
  const m = layout.middle
  const down = (p: Dot) => (p.y < m ? 1 : -1)
  const from = { x: a.x, y: a.y + down(a) * REACH * 0.8 }
  const to = { x: b.x, y: b.y + down(b) * (REACH + 16) }
  const sameRow = down(a) === down(b)
  const bend = sameRow ? 70 + Math.abs(b.x - a.x) * 0.22 : Math.abs(to.y - from.y) * 0.5
  const c1 = {
    x: from.x,
    y: sameRow ? Math.max(from.y * down(a), to.y * down(a)) * down(a) + down(a) * bend : from.y + down(a) * bend,
  }
  const c2 = { x: to.x, y: sameRow ? c1.y : to.y + down(b) * bend }
  const up = -down(b)
  const tip = { x: to.x, y: to.y + up * 12 }
  const path = `M${from.x} ${from.y}C${c1.x} ${c1.y} ${c2.x} ${c2.y} ${to.x} ${to.y}`
  const head = `M${tip.x} ${tip.y}l-17 ${-up * 30}q17 ${up * 11} 34 0z`
  const label = {
    x: (from.x + 3 * c1.x + 3 * c2.x + to.x) / 8,
    y: (from.y + 3 * c1.y + 3 * c2.y + to.y) / 8,
  }
  return { path, head, label }
}

export function Arrows({
  layout,
  info,
  state,
  arrows,
  size,
}: {
  layout: Layout
  info: GameInfo
  state: State
  arrows: Arrow[]
  size: number
}) {
  if (info.towers) return null
  return (
    <g class="pb-arrows" aria-hidden="true">
      {arrows.map((arrow, i) => {
        const both = ends(layout, info, state, arrow)
        if (!both) return null
        const line = curve(layout, both[0], both[1])
        return (
          <g key={i} class={`pb-arrow pb-arrow-${arrow.kind}`}>
            <path class="pb-arrow-halo" d={line.path} />
            <path class="pb-arrow-line" d={line.path} />
            <path class="pb-arrow-head" d={line.head} />
            {arrow.label && (
              <g transform={`translate(${line.label.x} ${line.label.y})`}>
                <circle class="pb-arrow-label" r={size * 0.85} />
                <text text-anchor="middle" y={size * 0.36} font-size={size}>
                  {arrow.label}
                </text>
              </g>
            )}
          </g>
        )
      })}
    </g>
  )
}
