/* A still picture of a position. Flat colours, as many of them are on a page; `fine` is for a large one. */
import { useId } from 'preact/hooks'
import type { GameInfo, Side, State } from '../core/types'
import { RADIUS, makeLayout, type Layout, type Spot } from './layout'
import { placeMen, showMen, type ShownMan } from './men'
import { ManPiece, Paints, Wood, toneOf } from './parts'
import { handRadius, slabHeight } from './places'

interface MiniProps {
  info: GameInfo
  state: State
  light?: Side
  bottom?: Side
  fine?: boolean
  /** Without it the picture is hidden from those who cannot see it. */
  label?: string
}

/* All pictures have the form of a board with two tables, whatever they show. */
const RATIO = 1478 / 1210

function frameOf({ width, height }: Layout): string {
  const w = Math.max(width, height * RATIO)
  const h = Math.max(height, width / RATIO)
  return `${(width - w) / 2} ${(height - h) / 2} ${w} ${h}`
}

export function MiniBoard({ info, state, light = 'x', bottom = 'x', fine = false, label }: MiniProps) {
  const id = `pm${useId().replace(/\W/g, '')}`
  const layout = makeLayout(info, { home: 'right', bottom, numbering: 'own' }, false)
  const men = showMen(layout, info, state, placeMen(null, state))
  const seen = label ? { role: 'img' as const, 'aria-label': label } : { 'aria-hidden': true }
  return (
    <svg class="pb-mini" viewBox={frameOf(layout)} {...seen}>
      {fine ? <Fine id={id} layout={layout} info={info} men={men} light={light} /> : null}
      {fine ? null : <Flat layout={layout} info={info} men={men} light={light} />}
    </svg>
  )
}

interface PictureProps {
  layout: Layout
  info: GameInfo
  men: ShownMan[]
  light: Side
}

function Fine({ id, layout, info, men, light }: PictureProps & { id: string }) {
  return (
    <>
      <Paints id={id} />
      <Wood layout={layout} info={info} id={id} />
      {men.map((man) => (
        <ManPiece
          key={man.id}
          man={man}
          tone={toneOf(man.side, light)}
          id={id}
          layout={layout}
          men={info.men}
          handRadius={handRadius(layout)}
          countSize={38}
          chosen={false}
          movable={false}
        />
      ))}
    </>
  )
}

function flatPoint(layout: Layout, info: GameInfo, spot: Spot) {
  const { frame, height } = layout
  const half = layout.pointWidth / 2
  if (info.towers) {
    const y = spot.top ? frame + 8 : height - frame - 214
    return <rect key={spot.key} class="pb-pad" x={spot.x - half} y={y} width={2 * half} height="206" rx="20" />
  }
  const base = spot.top ? frame : height - frame
  const tip = spot.top ? base + layout.pointHeight : base - layout.pointHeight
  const shade = (spot.column + Number(spot.top)) % 2 ? 'pb-point-a' : 'pb-point-b'
  const path = `M${spot.x - half} ${base}H${spot.x + half}L${spot.x} ${tip}Z`
  return <path key={spot.key} class={`pb-point ${shade}`} d={path} />
}

function Flat({ layout, info, men, light }: PictureProps) {
  const slab = slabHeight(layout, info.men)
  return (
    <>
      <rect class="pb-mini-frame" width={layout.width} height={layout.height} rx="36" />
      {layout.fields.map((f, i) => (
        <rect key={i} class="pb-field" x={f.x} y={f.y} width={f.w} height={f.h} rx="8" />
      ))}
      {layout.trays.map(({ spot, rect }) => (
        <rect key={spot.key} class="pb-tray" x={rect.x} y={rect.y} width={rect.w} height={rect.h} rx="12" />
      ))}
      {layout.points.map((spot) => flatPoint(layout, info, spot))}
      {layout.points.map((spot) =>
        spot.marked ? <circle key={spot.key} class="pb-mini-bowl" cx={spot.x} cy={spot.y} r="46" /> : null
      )}
      {men.map((man) => {
        const look = `pb-mini-man pb-${toneOf(man.side, light)}`
        if (man.look === 'slab')
          return (
            <rect key={man.id} class={look} x={man.x - 44} y={man.y - slab / 2} width="88" height={slab - 3} rx="6" />
          )
        const r = man.look === 'hand' ? handRadius(layout) : RADIUS
        return <circle key={man.id} class={look} cx={man.x} cy={man.y} r={r} />
      })}
      {men.map((man) =>
        man.count ? (
          <text
            key={man.id}
            class={`pb-count pb-${toneOf(man.side, light)}`}
            x={man.x}
            y={man.y + 20}
            font-size="56"
            text-anchor="middle"
          >
            {man.count}
          </text>
        ) : null
      )}
    </>
  )
}
