/* The pieces that the board is drawn of. Colours are all in the style sheet. */
import type { ComponentChildren } from 'preact'
import type { GameInfo, Side, State } from '../core/types'
import { RADIUS, type Dot, type Layout, type Rect, type Spot } from './layout'
import type { ShownMan } from './men'
import { slabHeight } from './places'

const tones = ['light', 'dark'] as const
export type Tone = (typeof tones)[number]

export const toneOf = (side: Side, light: Side): Tone => (side === light ? 'light' : 'dark')

const box = (r: Rect) => ({ x: r.x, y: r.y, width: r.w, height: r.h })

/** Gradients, with names that are the board's own: several boards may be on a page. */
export function Paints({ id }: { id: string }) {
  const stops = (name: string, offsets: number[]) =>
    offsets.map((offset, i) => <stop key={i} offset={offset} class={`pb-${name}-${i + 1}`} />)
  return (
    <defs>
      <linearGradient id={`${id}-frame`} x1="0" y1="0" x2="0" y2="1">
        {stops('frame', [0, 1])}
      </linearGradient>
      <linearGradient id={`${id}-bar`} x1="0" y1="0" x2="1" y2="0">
        {stops('bar', [0, 0.47, 0.5, 0.53, 1])}
      </linearGradient>
      <linearGradient id={`${id}-inset`} x1="0" y1="0" x2="0" y2="1">
        {stops('inset', [0, 1])}
      </linearGradient>
      {tones.map((tone) => (
        <radialGradient key={tone} id={`${id}-${tone}`} cx=".36" cy=".3" r=".82">
          {stops(tone, [0, 0.66, 1])}
        </radialGradient>
      ))}
      {tones.map((tone) => (
        <linearGradient key={tone} id={`${id}-slab-${tone}`} x1="0" y1="0" x2="0" y2="1">
          {stops(tone, [0, 0.45, 1])}
        </linearGradient>
      ))}
      <radialGradient id={`${id}-shade`}>{stops('shade', [0.72, 1])}</radialGradient>
    </defs>
  )
}

/* The board itself. */

function pointPath(layout: Layout, spot: Spot): string {
  const half = layout.pointWidth / 2
  const base = spot.top ? layout.frame : layout.height - layout.frame
  const tip = spot.top ? base + layout.pointHeight : base - layout.pointHeight
  return `M${spot.x - half} ${base}H${spot.x + half}L${spot.x} ${tip}Z`
}

function Pad({ layout, spot }: { layout: Layout; spot: Spot }) {
  const w = layout.pointWidth
  const h = 206
  const y = spot.top ? layout.frame + 8 : layout.height - layout.frame - h - 8
  return <rect class="pb-pad" x={spot.x - w / 2} y={y} width={w} height={h} rx="20" />
}

/** A corner of the ring, or the point where a course ends: a bowl let into the wood. */
function Bowl({ spot }: { spot: Spot }) {
  return (
    <g class="pb-bowl">
      <circle cx={spot.x} cy={spot.y} r="48" />
      <circle cx={spot.x} cy={spot.y} r="38" />
    </g>
  )
}

function Hinge({ x, y }: Dot) {
  return (
    <g class="pb-hinge" transform={`translate(${x} ${y})`}>
      <rect x="-22" y="-34" width="44" height="68" rx="5" />
      <path d="M0 -34V34" />
      {[-20, 20].map((dy) => [-12, 12].map((dx) => <circle key={`${dx}${dy}`} cx={dx} cy={dy} r="3.4" />))}
    </g>
  )
}

export function Wood({ layout, info, id }: { layout: Layout; info: GameInfo; id: string }) {
  const { width, height, bar, divider, channel } = layout
  return (
    <g aria-hidden="true">
      <rect class="pb-frame" width={width} height={height} rx={layout.tall ? 22 : 20} fill={`url(#${id}-frame)`} />
      {bar && <rect class="pb-bar" {...box(bar)} fill={`url(#${id}-bar)`} />}
      {divider && <rect class="pb-bar" {...box(divider)} fill={`url(#${id}-bar)`} />}
      {channel && <rect class="pb-channel" {...box(channel)} rx="6" />}
      {layout.fields.map((f, i) => (
        <rect key={i} class="pb-field" {...box(f)} rx="5" />
      ))}
      {layout.points.map((spot) =>
        info.towers ? (
          <Pad key={spot.key} layout={layout} spot={spot} />
        ) : (
          <path
            key={spot.key}
            class={`pb-point ${(spot.column + Number(spot.top)) % 2 ? 'pb-point-a' : 'pb-point-b'}`}
            d={pointPath(layout, spot)}
          />
        )
      )}
      {layout.fields.map((f, i) => (
        <rect key={i} {...box({ ...f, h: 24 })} fill={`url(#${id}-inset)`} />
      ))}
      {layout.points
        .filter((spot) => spot.marked)
        .map((spot) => (
          <Bowl key={spot.key} spot={spot} />
        ))}
      {info.shape === 'lanes' &&
        layout.fields.map((f) => (
          <path key={f.x} class="pb-ridge" d={`M${f.x} ${layout.middle - 4}h${f.w}m0 8h${-f.w}`} />
        ))}
      {layout.trays.map(({ spot, rect }) => (
        <g key={spot.key}>
          <rect class="pb-tray" {...box(rect)} rx="9" />
          <rect {...box({ ...rect, h: 24 })} rx="9" fill={`url(#${id}-inset)`} />
        </g>
      ))}
      {bar && !layout.tall && [0.13, 0.87].map((part) => <Hinge key={part} x={bar.x + bar.w / 2} y={height * part} />)}
    </g>
  )
}

export function Numbers({ layout, size, name }: { layout: Layout; size: number; name: (spot: Spot) => string }) {
  return (
    <g class="pb-numbers" aria-hidden="true" font-size={size}>
      {layout.points.map((spot) => (
        <text
          key={spot.key}
          x={spot.x}
          y={(spot.top ? layout.frame / 2 : layout.height - layout.frame / 2) + size * 0.36}
          text-anchor="middle"
        >
          {name(spot)}
        </text>
      ))}
    </g>
  )
}

/** Which way the men walk. */
export function Ways({ layout, light }: { layout: Layout; light: Side }) {
  const k = layout.tall ? 1.35 : 1
  return (
    <g aria-hidden="true">
      {layout.ways.map((way, i) => (
        <g key={i} class="pb-way" transform={`translate(${way.x} ${way.y}) rotate(${way.angle}) scale(${k})`}>
          <path d="M-6 0H33M23 -8L34 0L23 8" />
          <circle class={`pb-way-${toneOf(way.side, light)}`} cx="-21" r="11" />
        </g>
      ))}
    </g>
  )
}

/* Men. */

/** A man from above; `plain` leaves room for a number. */
export function Disc({ tone, id, r = RADIUS, plain = false }: { tone: Tone; id: string; r?: number; plain?: boolean }) {
  return (
    <g class={`pb-disc pb-${tone}`}>
      <circle class="pb-shadow" cy={r * 0.1} r={r * 1.13} fill={`url(#${id}-shade)`} />
      <circle class="pb-body" r={r} fill={`url(#${id}-${tone})`} />
      <circle class="pb-groove" r={r * (plain ? 0.8 : 0.72)} />
      {plain ? null : tone === 'light' ? (
        <circle class="pb-groove pb-fine" r={r * 0.56} />
      ) : (
        <circle class="pb-boss" r={r * 0.17} />
      )}
    </g>
  )
}

function Slab({ tone, id, width, height }: { tone: Tone; id: string; width: number; height: number }) {
  const h = height - 3
  return (
    <g class={`pb-slab pb-${tone}`}>
      <rect
        class="pb-body"
        x={-width / 2}
        y={-h / 2}
        width={width}
        height={h}
        rx={Math.min(8, h / 3)}
        fill={`url(#${id}-slab-${tone})`}
      />
      {tone === 'light' ? (
        <path class="pb-groove" d={`M${-width / 2 + 10} 0H${width / 2 - 10}`} />
      ) : (
        <path class="pb-groove" d={`M${-width / 2 + 10} 0h14M${width / 2 - 24} 0h14`} />
      )}
    </g>
  )
}

function Clasp() {
  return <path class="pb-clasp" d="M-38 -42H-53V42H-38M38 -42H53V42H38" />
}

export interface ManProps {
  man: ShownMan
  tone: Tone
  id: string
  layout: Layout
  men: number
  handRadius: number
  countSize: number
  chosen: boolean
  movable: boolean
}

export function ManPiece({ man, tone, id, layout, men, handRadius, countSize, chosen, movable }: ManProps) {
  const r = man.look === 'hand' ? handRadius : RADIUS
  const tray = layout.trays[0]!.rect
  return (
    <g class="pb-man" data-man={man.id} transform={`translate(${man.x} ${man.y})`}>
      {man.look === 'slab' && <Slab tone={tone} id={id} width={tray.w - 16} height={slabHeight(layout, men)} />}
      <Disc tone={tone} id={id} r={r} plain={man.count > 0} />
      {man.pinned && <Clasp />}
      {movable && !chosen && <circle class="pb-movable" r={r + 1} />}
      {chosen && <circle class="pb-chosen-halo" r={r + 4} />}
      {chosen && <circle class="pb-chosen" r={r + 4} />}
      {man.count > 0 && (
        <text class={`pb-count pb-${tone}`} text-anchor="middle" y={countSize * 0.36} font-size={countSize}>
          {man.count}
        </text>
      )}
    </g>
  )
}

/** The die that works on each tower, lit while the tower is to be done. */
export function TowerDice({ layout, state }: { layout: Layout; state: State }) {
  return (
    <g aria-hidden="true">
      {layout.points.map((spot) => {
        const side: Side = spot.own.x ? 'x' : 'o'
        const men = state.men[side]
        const due = men.towers.includes(spot.own[side])
        const size = layout.tall ? 84 : 52
        const away = layout.frame + 226 + size / 2
        const y = spot.top ? away : layout.height - away
        return (
          <g key={spot.key} class={due ? 'pb-due' : 'pb-done'} transform={`translate(${spot.x} ${y})`}>
            <Face value={spot.own[side]} size={size} />
            {!due && <path class="pb-tick" d="M-17 1L-4 14L19 -14" transform={`scale(${size / 52})`} />}
          </g>
        )
      })}
    </g>
  )
}

/* Dice and cube. */

const spotsOf: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
}

/** A die's face around the origin. */
export function Face({ value, size }: { value: number; size: number }) {
  const half = size / 2
  return (
    <>
      <rect class="pb-die-face" x={-half} y={-half} width={size} height={size} rx={size * 0.2} />
      <rect
        class="pb-die-top"
        x={-half * 0.86}
        y={-half * 0.9}
        width={size * 0.86}
        height={size * 0.86}
        rx={size * 0.26}
      />
      {(spotsOf[value] ?? []).map(([dx, dy], i) => (
        <circle key={i} class="pb-pip" cx={dx * size * 0.26} cy={dy * size * 0.26} r={size * 0.095} />
      ))}
    </>
  )
}

export function Die({
  value,
  size,
  tone,
  used,
  x,
  y,
  roll,
}: Dot & { value: number; size: number; tone: Tone; used: boolean; roll?: number }) {
  return (
    <g class={`pb-die pb-${tone}${used ? ' pb-used' : ''}`} transform={`translate(${x} ${y})`}>
      <g key={roll} class={roll ? 'pb-tumble' : ''}>
        <rect
          class="pb-die-shadow"
          x={-size / 2}
          y={-size / 2 + size * 0.05}
          width={size}
          height={size}
          rx={size * 0.2}
        />
        <Face value={value} size={size} />
      </g>
    </g>
  )
}

export function Cube({ value, size, x, y }: Dot & { value: number; size: number }) {
  const text = value >= 1 << 20 ? `2^${Math.round(Math.log2(value))}` : String(value)
  const font = size * (text.length < 3 ? 0.52 : text.length < 4 ? 0.42 : 1.5 / text.length)
  return (
    <g class="pb-cube" transform={`translate(${x} ${y})`}>
      <rect class="pb-die-shadow" x={-size / 2} y={-size / 2 + 4} width={size} height={size} rx={size * 0.16} />
      <rect class="pb-cube-face" x={-size / 2} y={-size / 2} width={size} height={size} rx={size * 0.16} />
      <rect
        class="pb-cube-line"
        x={-size * 0.4}
        y={-size * 0.4}
        width={size * 0.8}
        height={size * 0.8}
        rx={size * 0.1}
      />
      <text text-anchor="middle" y={font * 0.35} font-size={font}>
        {text}
      </text>
    </g>
  )
}

export function Lock({ x, y, size }: Dot & { size: number }) {
  return (
    <g class="pb-lock" transform={`translate(${x} ${y}) scale(${size / 40})`} aria-hidden="true">
      <path d="M-9 -3v-6a9 9 0 0 1 18 0v6" />
      <rect x="-14" y="-3" width="28" height="22" rx="4" />
    </g>
  )
}

/** What makes a part of the drawing a button. */
export const pressing = (onPress: () => void) => ({
  role: 'button' as const,
  tabindex: 0,
  onClick: onPress,
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onPress()
  },
})

interface ButtonProps extends Dot {
  r: number
  label: string
  kind: string
  onPress(): void
  children: ComponentChildren
}

/** A round button among the dice. */
export function RoundButton({ x, y, r, label, kind, onPress, children }: ButtonProps) {
  return (
    <g class={`pb-button pb-${kind}`} aria-label={label} transform={`translate(${x} ${y})`} {...pressing(onPress)}>
      <title>{label}</title>
      <circle class="pb-hit" r={r} />
      <circle class="pb-button-face" r={Math.min(r, 34)} />
      <g class="pb-icon">{children}</g>
    </g>
  )
}
