/* Everything in the middle of the board: dice, what they bring, what follows, the buttons beside them. */
import type { GameInfo, Side, State } from '../core/types'
import { otherSide, type Layout } from './layout'
import { Die, Face, Lock, RoundButton, pressing, toneOf } from './parts'
import type { BoardProps, Translate } from './props'
import { shownDice, type ShownDie } from './steps'
import { diceWords, person, stageLine, stageWords, type Listener } from './words'

interface AreaProps {
  layout: Layout
  info: GameInfo
  state: BoardProps['state']
  light: Side
  listener: Listener
  /** Pixels of a unit. */
  scale: number
  t: Translate
  roll: number
  swapped: boolean
  canAct: boolean
  controls: boolean
  last: BoardProps['lastMove']
  onSwap(): void
  onEnd(): void
  onUndo(): void
}

export function dieSize(scale: number, tall: boolean, count: number, room: number): number {
  const wanted = tall ? Math.min(156, Math.max(112, 40 / scale)) : Math.min(120, Math.max(84, 40 / scale))
  return Math.min(wanted, (room - (count - 1) * 20) / count)
}

/* A line that is too long for its half of the board is written smaller. */
const fitted = (text: string, size: number, room: number): number =>
  Math.min(size, room / (0.56 * Math.max(1, text.length)))

/** A size in pixels as units, between bounds. */
export const textSize = (pixels: number, scale: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, pixels / scale))

function row(count: number, size: number): number[] {
  const pitch = size * 1.2
  return Array.from({ length: count }, (_, i) => (i - (count - 1) / 2) * pitch)
}

interface FollowingProps {
  stages: string[]
  x: number
  y: number
  /** Of a die, if all of them have room. */
  most: number
  room: number
}

const PITCH = 1.12
const GAP = 0.9

/* How long a row of stages is, in dice. */
const rowLength = (rows: number[][]) => rows.reduce((sum, dice) => sum + dice.length * PITCH + GAP, -GAP)

/* The dice of a stage; 0 stands for what is not known yet. */
const stageDice = (stage: string): number[] => (/\d/.test(stage) ? [...stage].map(Number) : [0])

/* A stage to come, as small dice; a naming is a question mark, another throw a die on its edge. Where there is no room
 * for all dice, one stands for four of a kind. */
function Following({ stages, x, y, most, room }: FollowingProps) {
  const all = stages.map(stageDice)
  const rows = rowLength(all) * most <= room ? all : all.map((dice) => [...new Set(dice)])
  const size = Math.min(most, room / rowLength(rows))
  const gap = size * GAP
  let left = x - (rowLength(rows) * size) / 2
  return (
    <g class="pb-following" aria-hidden="true">
      {stages.map((stage, i) => {
        const start = left
        left += rows[i]!.length * PITCH * size + gap
        return (
          <g key={i}>
            {rows[i]!.map((value, k) => (
              <g
                key={k}
                transform={`translate(${start + (k + 0.5) * size * PITCH} ${y})${stage === 'roll' ? ' rotate(45) scale(.86)' : ''}`}
              >
                <Face value={value} size={size} />
                {stage === 'choose' && (
                  <text class="pb-question" text-anchor="middle" y={size * 0.29} font-size={size * 0.8}>
                    ?
                  </text>
                )}
              </g>
            ))}
            {i > 0 && (
              <path
                class="pb-then"
                d={`M${start - gap * 0.72} ${y}h${gap * 0.44}m${-gap * 0.2} ${-gap * 0.18}l${gap * 0.2} ${gap * 0.18}l${-gap * 0.2} ${gap * 0.18}`}
              />
            )}
          </g>
        )
      })}
    </g>
  )
}

function DiceRow({
  dice,
  at,
  size,
  side,
  light,
  roll,
}: {
  dice: ShownDie[]
  at: { x: number; y: number }
  size: number
  side: Side
  light: Side
  roll?: number
}) {
  const places = row(dice.length, size)
  return (
    <>
      {dice.map((die, i) => (
        <Die
          key={i}
          {...die}
          size={size}
          tone={toneOf(side, light)}
          x={at.x + places[i]!}
          y={at.y}
          {...(roll === undefined ? {} : { roll })}
        />
      ))}
    </>
  )
}

const lying = (dice: readonly [number, number]): ShownDie[] => dice.map((value) => ({ value, used: false }))

function Played(props: AreaProps & { side: Side }) {
  const { layout, state, scale, t, side, light, canAct, controls, swapped } = props
  const dice = shownDice(state, swapped)
  const at = layout.dice[side]
  const size = dieSize(scale, layout.tall, dice.length, layout.diceRoom)
  const half = (dice.length * size * 1.2) / 2
  const finished = state.mayEnd && !state.next.length
  const canSwap = canAct && state.dice![0] !== state.dice![1] && new Set(state.left).size > 1
  const act = canAct && finished ? props.onEnd : canSwap ? props.onSwap : null
  const line = stageLine(state, props.info, t)
  const text = fitted(line, textSize(layout.tall ? 12.5 : 14, scale, 22, 54), layout.diceRoom)
  const label = [
    t(`board.dice.${person(side, props.listener)}`, { dice: diceWords(state.dice!) }),
    line && t('board.describe.stage', { stage: line }),
    ...state.stages.map((stage) => t('board.describe.stage', { stage: stageWords(stage, t) })),
    state.left.length && state.left.length < state.numbers.length
      ? t('board.dice.left', { numbers: state.left.join(', ') })
      : '',
    act ? t(finished ? 'board.dice.end' : 'board.dice.swap') : '',
  ]
  const pressable = act ? pressing(act) : { role: 'img' as const }
  const pad = Math.max(size / 2 + 6, 22 / scale)
  const button = Math.max(34, 22 / scale)
  const small = size * 0.4
  return (
    <>
      <g
        class={`pb-dice${act ? ' pb-press' : ''}`}
        data-testid="dice"
        aria-label={label.filter(Boolean).join(' ')}
        {...pressable}
      >
        <rect class="pb-hit" x={at.x - half - 8} y={at.y - pad} width={2 * half + 16} height={2 * pad} rx="20" />
        <DiceRow dice={dice} at={at} size={size} side={side} light={light} roll={props.roll} />
      </g>
      {line && (
        <text
          class="pb-caption"
          aria-hidden="true"
          x={at.x}
          y={at.y - size / 2 - text * 0.62}
          font-size={text}
          text-anchor="middle"
        >
          {line}
        </text>
      )}
      {state.stages.length > 0 && (
        <Following stages={state.stages} x={at.x} y={at.y + size / 2 + small * 0.95} most={small} room={layout.diceRoom} />
      )}
      {controls && !layout.tall && canAct && state.hops.length > 0 && (
        <RoundButton
          kind="undo"
          label={t('board.undo')}
          x={at.x - half - button - 14}
          y={at.y}
          r={button}
          onPress={props.onUndo}
        >
          <path d="M-10 -12L-18 -3L-10 6M-17 -3H4a11 11 0 0 1 0 19H-6" />
        </RoundButton>
      )}
      {controls && !layout.tall && canAct && state.mayEnd && (
        <RoundButton
          kind="end"
          label={t('board.end')}
          x={at.x + half + button + 14}
          y={at.y}
          r={button}
          onPress={props.onEnd}
        >
          <path d="M-14 1L-4 12L15 -11" />
        </RoundButton>
      )}
    </>
  )
}

function Resting({
  area,
  side,
  dice,
  label,
  caption,
  locked,
}: {
  area: AreaProps
  side: Side
  dice: readonly [number, number]
  label: string
  caption?: string
  locked?: boolean
}) {
  const { layout, scale, light } = area
  const at = layout.dice[side]
  const size = dieSize(scale, layout.tall, 2, layout.diceRoom) * 0.86
  const text = fitted(caption ?? '', textSize(layout.tall ? 12 : 13, scale, 20, 52), layout.diceRoom)
  return (
    <g class="pb-dice pb-resting" role="img" aria-label={label}>
      <DiceRow dice={lying(dice)} at={at} size={size} side={side} light={light} />
      {locked && <Lock x={at.x + size * 1.5} y={at.y} size={size * 0.5} />}
      {caption && (
        <text
          class="pb-caption pb-soft"
          x={at.x}
          y={at.y - size / 2 - text * 0.7}
          font-size={text}
          text-anchor="middle"
        >
          {caption}
        </text>
      )}
    </g>
  )
}

export function DiceArea(props: AreaProps) {
  const { state, info, t, listener, last } = props
  const actor = state.actor ?? state.turn
  const foe = otherSide(actor)
  const playing = state.dice !== null && (state.due === 'play' || state.due === 'reply')
  const fixed = info.throws === 'fixed' ? state.fixed : null
  return (
    <g>
      {playing && <Played {...props} side={actor} />}
      {state.reply && (
        <Resting
          area={props}
          side={foe}
          dice={state.reply}
          label={t(`board.reply.${person(foe, listener)}`, { dice: diceWords(state.reply) })}
          caption={t(`board.next.${person(foe, listener)}`)}
        />
      )}
      {!playing && fixed && (
        <Resting
          area={props}
          side={actor}
          dice={fixed}
          label={t('board.fixed', { dice: diceWords(fixed) })}
          caption={t('board.fixed.short')}
          locked
        />
      )}
      {playing && fixed && (
        <Lock
          {...lockPlace(props, actor)}
          size={dieSize(props.scale, props.layout.tall, 2, props.layout.diceRoom) * 0.45}
        />
      )}
      {!playing && !state.reply && last?.dice && last.side === foe && state.due !== 'answer' && (
        <g class="pb-past">
          <Resting
            area={props}
            side={foe}
            dice={last.dice}
            label={t(`board.dice.${person(foe, listener)}`, { dice: diceWords(last.dice) })}
          />
        </g>
      )}
    </g>
  )
}

function lockPlace({ layout, scale, state }: { layout: Layout; scale: number; state: State }, side: Side) {
  const count = Math.max(2, state.numbers.length)
  const size = dieSize(scale, layout.tall, count, layout.diceRoom)
  return { x: layout.dice[side].x, y: layout.dice[side].y + size * 0.85 + 6 }
}
