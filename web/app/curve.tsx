/* The winning chances through a game, as a line. */
import type { Review, ReviewDecision } from '../core/types'
import { percent, t } from './i18n'
import { me } from './names'
import type { Kept } from './store'

const width = 300
const height = 120
const side = 32

export function Curve({
  review,
  kept,
  at,
  onMove,
  mistakes,
}: {
  review: Review
  kept: Kept
  at: number
  onMove: (event: number) => void
  mistakes: ReviewDecision[]
}) {
  const { curve } = review
  if (curve.length < 2) return null
  const own = me(kept) ?? 'x'
  const chance = (x: number) => (own === 'x' ? x : 1 - x)
  const left = (i: number) => side + (i / (curve.length - 1)) * (width - side - 4)
  const top = (value: number) => 6 + (1 - value) * (height - 12)
  const points = curve.map((one, i) => `${left(i).toFixed(1)} ${top(chance(one.x)).toFixed(1)}`)
  const indexAt = (event: number) => {
    const i = curve.findIndex((one) => one.index >= event)
    return i < 0 ? curve.length - 1 : i
  }
  const onClick = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect()
    const share = ((event.clientX - box.left) / box.width) * width
    const i = Math.round(((share - side) / (width - side - 4)) * (curve.length - 1))
    onMove(curve[Math.max(0, Math.min(curve.length - 1, i))]!.index)
  }
  const here = left(indexAt(at))
  const values = curve.map((one) => chance(one.x))
  const label = t('review.curve', {
    first: percent(values[0]!),
    lowest: percent(Math.min(...values)),
    highest: percent(Math.max(...values)),
    last: percent(values[values.length - 1]!),
  })
  return (
    <svg class="curve" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} onClick={onClick}>
      {[0, 0.5, 1].map((value) => (
        <g key={value}>
          <line
            class={value === 0.5 ? 'grid middle' : 'grid'}
            x1={side}
            x2={width - 4}
            y1={top(value)}
            y2={top(value)}
          />
          <text x={side - 4} y={top(value) + 3} text-anchor="end">
            {percent(value)}
          </text>
        </g>
      ))}
      <path class="area" d={`M${side} ${top(0)}L${points.join('L')}L${width - 4} ${top(0)}Z`} />
      <path class="line" d={`M${points.join('L')}`} />
      <line class="here" x1={here} x2={here} y1={4} y2={height - 4} />
      {mistakes.map((one) => {
        const i = indexAt(one.index)
        return (
          <circle
            key={one.index}
            class={one.side === own ? 'mine' : 'theirs'}
            cx={left(i)}
            cy={top(values[i]!)}
            r="3.4"
          />
        )
      })}
    </svg>
  )
}
