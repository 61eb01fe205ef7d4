/* What lies over the men: targets and the cube. */
import type { GameInfo, Hop, Side, State } from '../core/types'
import { dieSize } from './DiceArea'
import { RADIUS, SHOWN, otherSide, type Dot, type Layout } from './layout'
import { Cube, pressing } from './parts'
import { menAt, pinnedBelow, slot, spotOf } from './places'
import type { To, Translate } from './props'
import type { Step } from './steps'
import { cubeWords, type Listener } from './words'

interface TargetsProps {
  layout: Layout
  info: GameInfo
  state: State
  side: Side
  steps: Step[]
  over: To | null
  size: number
}

/** Where the chosen man may go, with the number that takes it there. */
export function Targets({ layout, info, state, side, steps, over, size }: TargetsProps) {
  return (
    <g class="pb-targets" aria-hidden="true">
      {steps.map((step) => {
        const last = step.hops[step.hops.length - 1]!
        const number = step.hops.reduce((sum, hop) => sum + hop.number, 0)
        const spot = spotOf(layout, info, side, step.to)
        if (!spot) return null
        const classes = `pb-target${step.to === over ? ' pb-over' : ''}${step.hops.length > 1 ? ' pb-far' : ''}`
        if (step.to === 'off') {
          const rect = layout.trays.find((tray) => tray.spot.key === spot.key)!.rect
          return (
            <g key="off" class={classes}>
              <rect x={rect.x + 4} y={rect.y + 4} width={rect.w - 8} height={rect.h - 8} rx="8" />
            </g>
          )
        }
        const at = targetSlot(layout, info, state, side, step.to, last)
        return (
          <g key={step.to} class={`${classes}${last.hit ? ' pb-strike' : ''}`} transform={`translate(${at.x} ${at.y})`}>
            <circle r={last.hit ? RADIUS + 5 : 31} />
            {last.hit && <path d="M-33 -33L-19 -19M33 -33L19 -19M-33 33L-19 19M33 33L19 19" />}
            <g>
              {last.hit && <circle class="pb-target-plate" r={size * 0.62} />}
              <text text-anchor="middle" y={size * 0.36} font-size={size}>
                {number}
              </text>
            </g>
          </g>
        )
      })}
    </g>
  )
}

function targetSlot(layout: Layout, info: GameInfo, state: State, side: Side, to: number, hop: Hop): Dot {
  const spot = spotOf(layout, info, side, to)!
  const foe = otherSide(side)
  const foes = spot.own[foe] ? (state.men[foe].points[spot.own[foe]] ?? 0) : 0
  if (hop.hit && foes && info.contact !== 'facing') return { x: spot.x, y: spot.y }
  const count = menAt(state.men[side], to)
  /* Half over the man that will be pinned. */
  if (foes && !count && !pinnedBelow(info, state, side, to)) return { x: spot.x, y: spot.y + spot.step * 0.5 }
  /* Beyond a full pile, so that its count stays to be read. */
  if (count >= SHOWN) return { x: spot.x, y: spot.y + spot.step * (SHOWN - 0.02) }
  return slot(layout, info, state, side, to, count)
}

interface CubeProps {
  layout: Layout
  state: State
  scale: number
  listener: Listener
  /** The players use it. */
  used: boolean
  /** It may be offered now. */
  may: boolean
  t: Translate
  onDouble(): void
}

export function CubeSpot({ layout, state, scale, listener, used, may, t, onDouble }: CubeProps) {
  const { cube } = layout
  const { value, owner, offered, mayDouble } = state.cube
  if (!cube || !(used || owner || offered || mayDouble || value > 1)) return null
  const at = offered ? cube.offered[state.actor ?? state.turn] : owner ? cube[owner] : cube.free
  const size = offered ? dieSize(scale, layout.tall, 2, layout.diceRoom) * 1.25 : cube.size
  const words = cubeWords(state, listener, t)
  const offer = may ? t('board.cube.double', { value: value * 2 }) : ''
  const reach = Math.max(size / 2 + 4, 22 / scale)
  return (
    <g
      class={`pb-cube-spot${may ? ' pb-press' : ''}${offered ? ' pb-offered' : ''}`}
      data-testid="cube"
      aria-label={offer ? `${offer}. ${words}` : words}
      {...(may ? pressing(onDouble) : { role: 'img' as const })}
    >
      <title>{offer || words}</title>
      <rect class="pb-hit" x={at.x - reach} y={at.y - reach} width={2 * reach} height={2 * reach} rx="14" />
      <Cube value={offered ? value * 2 : value} size={size} x={at.x} y={at.y} />
    </g>
  )
}
