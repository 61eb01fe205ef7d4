/* Where everything lies, in units of a hundredth of a man's place. Computed for a home at the right, then mirrored if
 * the view wants it at the left. The shapes follow from fields of the game, never from its name. */
import type { GameInfo, Side } from '../core/types'
import type { View } from './props'

export interface Rect {
  x: number
  y: number
  w: number
  h: number
}

export interface Dot {
  x: number
  y: number
}

/** A place where men stand: a point, one side's part of the bar, one side's tray (men in hand and men borne off). */
export interface Spot {
  key: string
  kind: 'point' | 'bar' | 'tray'
  top: boolean
  /** Points: what each side calls it, 0 where it is none of its points. */
  own: { x: number; o: number }
  /** Bar and tray: whose it is. */
  side: Side | null
  /** The first man's centre, and the step to the next. */
  x: number
  y: number
  step: number
  /** What answers to a click. */
  hit: Rect
  /** Points: the column from the left, for the colours. */
  column: number
  /** Points: a corner of the ring, or the end of a course that ends on the board. */
  marked: boolean
}

/** The other side's man and an arrow, drawn where the way turns. */
export interface Way extends Dot {
  side: Side
  angle: number
}

export interface Layout {
  width: number
  height: number
  tall: boolean
  frame: number
  fields: Rect[]
  /** The strip between two homes on which the dice lie. */
  channel: Rect | null
  bar: Rect | null
  divider: Rect | null
  trays: { spot: Spot; rect: Rect }[]
  spots: Spot[]
  points: Spot[]
  pointWidth: number
  pointHeight: number
  middle: number
  /** Where each side's dice lie, and how much room they have. */
  dice: { x: Dot; o: Dot }
  diceRoom: number
  cube: { free: Dot; x: Dot; o: Dot; offered: { x: Dot; o: Dot }; size: number } | null
  ways: Way[]
}

export const UNIT = 100
export const RADIUS = 46
export const STEP = 93
export const SHOWN = 5
const HALF_ROW = 6

export const otherSide = (side: Side): Side => (side === 'x' ? 'o' : 'x')
export const sides: readonly Side[] = ['x', 'o']

interface Form {
  frame: number
  bar: number
  gap: number
  tray: number
}

const WIDE: Form = { frame: 26, bar: 100, gap: 22, tray: 104 }
const TALL: Form = { frame: 14, bar: 84, gap: 12, tray: 76 }

/* Only boards of two tables get a tall form: those of one are tall already. */
export function hasTallForm(info: GameInfo): boolean {
  return info.shape === 'board' || info.shape === 'ring' || info.shape === 'lanes' || info.shape === 'towers'
}

function boardHeight(info: GameInfo, tall: boolean): number {
  switch (info.shape) {
    case 'towers':
      return tall ? 1180 : 940
    case 'lanes':
      return tall ? 1560 : 1060
    case 'ring':
      return tall ? 1600 : 1120
    case 'homes':
      return 1160
    default:
      return tall ? 1790 : 1210
  }
}

/* The own number, on column i from the left, of the side that sits at the bottom. */
function pointBelow(info: GameInfo, top: boolean, i: number): number {
  switch (info.shape) {
    case 'half':
      return top ? HALF_ROW + 1 + i : HALF_ROW - i
    case 'lanes':
      return top ? 0 : 2 * HALF_ROW - i
    case 'homes':
    case 'towers':
      return top ? 0 : HALF_ROW - i
    default:
      return top ? 2 * HALF_ROW + 1 + i : 2 * HALF_ROW - i
  }
}

function ownPoints(info: GameInfo, bottom: Side, top: boolean, i: number): { x: number; o: number } {
  const apart = info.shape === 'lanes' || info.shape === 'homes' || info.shape === 'towers'
  const below = pointBelow(info, top, i)
  const facing = info.facing === 'same' ? below : info.points + 1 - below
  const above = apart ? pointBelow(info, !top, i) : facing
  return bottom === 'x' ? { x: below, o: above } : { x: above, o: below }
}

function isMarked(info: GameInfo, own: { x: number; o: number }): boolean {
  if (info.shape === 'lanes') return own.x === 1 || own.o === 1
  return info.corners.includes(own.x || own.o)
}

/** Games in which men come to lie on the bar. */
export function hasBar(info: GameInfo): boolean {
  return info.contact === 'hit' || info.contact === 'loses' || info.contact === 'facing'
}

function mirror(layout: Layout): Layout {
  const w = layout.width
  const rect = (r: Rect): Rect => ({ ...r, x: w - r.x - r.w })
  const dot = <T extends Dot>(d: T): T => ({ ...d, x: w - d.x })
  const spots = new Map(layout.spots.map((s) => [s.key, { ...dot(s), hit: rect(s.hit) }]))
  const cube = layout.cube
  return {
    ...layout,
    fields: layout.fields.map(rect),
    channel: layout.channel && rect(layout.channel),
    bar: layout.bar && rect(layout.bar),
    divider: layout.divider && rect(layout.divider),
    spots: [...spots.values()],
    points: layout.points.map((s) => spots.get(s.key)!),
    trays: layout.trays.map((t) => ({ spot: spots.get(t.spot.key)!, rect: rect(t.rect) })),
    dice: { x: dot(layout.dice.x), o: dot(layout.dice.o) },
    cube: cube && {
      ...cube,
      free: dot(cube.free),
      x: dot(cube.x),
      o: dot(cube.o),
      offered: { x: dot(cube.offered.x), o: dot(cube.offered.o) },
    },
    ways: layout.ways.map((way) => ({ ...dot(way), angle: 180 - way.angle })),
  }
}

/* The measures of a board, from which all its parts follow. */
interface Plan {
  info: GameInfo
  bottom: Side
  tall: boolean
  form: Form
  height: number
  width: number
  middle: number
  /** Two tables side by side, or one. */
  two: boolean
  /** From point to point. */
  pitch: number
  table: number
  /** The left edge of the first table; what lies between two. */
  left: number
  between: number
  /** Half the height of the strip between two homes. */
  channel: number
  barX: number | null
  trayX: number
  trayLeft: boolean
  trayGap: number
  cubeOnBar: boolean
}

function makePlan(info: GameInfo, bottom: Side, tall: boolean): Plan {
  const { shape } = info
  const form = tall ? TALL : WIDE
  const height = boardHeight(info, tall)
  const pitch = shape === 'towers' ? 200 : UNIT
  const table = HALF_ROW * pitch
  const two = shape === 'board' || shape === 'ring' || shape === 'lanes'
  const between = shape === 'ring' ? form.frame : form.bar
  const tables = two ? 2 * table + between : table + (shape === 'half' ? form.bar : 0)
  /* A course that ends on the board has only men in hand in its tray: it lies where they enter. */
  const trayLeft = shape === 'lanes'
  const left = trayLeft ? form.frame + form.tray + form.gap : form.frame
  const cubeOnBar = tall && shape === 'board'
  const cubeInTray = info.cube !== 'no' && !cubeOnBar
  return {
    info,
    bottom,
    tall,
    form,
    height,
    width: 2 * form.frame + tables + form.gap + form.tray,
    middle: height / 2,
    two,
    pitch,
    table,
    left,
    between,
    channel: shape === 'homes' || shape === 'towers' ? 84 : 0,
    barX: shape === 'board' || shape === 'lanes' || shape === 'half' ? left + table : null,
    trayX: trayLeft ? form.frame : left + tables + form.gap,
    trayLeft,
    trayGap: cubeInTray ? 152 : tall ? 20 : 13,
    cubeOnBar,
  }
}

function makeFields({ two, left, table, between, channel, height, middle, form }: Plan): Rect[] {
  const y = form.frame
  return (two ? [left, left + table + between] : [left]).flatMap((x) => {
    if (!channel) return [{ x, y, w: table, h: height - 2 * y }]
    const h = middle - channel - y
    return [
      { x, y, w: table, h },
      { x, y: middle + channel, w: table, h },
    ]
  })
}

function makePoints({ info, bottom, two, left, pitch, between, height, middle, form }: Plan): Spot[] {
  const points: Spot[] = []
  const columns = two ? 2 * HALF_ROW : HALF_ROW
  const edge = form.frame + UNIT / 2
  for (const top of [true, false]) {
    for (let i = 0; i < columns; i++) {
      const own = ownPoints(info, bottom, top, i)
      if (!own.x && !own.o) continue
      const x = left + pitch / 2 + i * pitch + (i >= HALF_ROW ? between : 0)
      points.push({
        key: `p${top ? 't' : 'b'}${i}`,
        kind: 'point',
        top,
        own,
        side: null,
        x,
        y: top ? edge : height - edge,
        step: top ? STEP : -STEP,
        hit: { x: x - pitch / 2, y: top ? 0 : middle, w: pitch, h: middle },
        column: i,
        marked: isMarked(info, own),
      })
    }
  }
  return points
}

const nowhere = { own: { x: 0, o: 0 }, column: -1, marked: false }

/* Men on the bar lie in the half where they enter; where both enter in the same, the side above takes the other. */
function makeBar({ info, bottom, form, barX, middle, cubeOnBar }: Plan): Spot[] {
  if (barX === null || !hasBar(info)) return []
  const start = cubeOnBar ? 250 : 64
  return sides.map((side): Spot => {
    const top = (side === bottom) !== (info.shape === 'lanes')
    return {
      ...nowhere,
      key: `bar${side}`,
      kind: 'bar',
      top,
      side,
      x: barX + form.bar / 2,
      y: top ? middle - start : middle + start,
      step: top ? -STEP : STEP,
      hit: { x: barX, y: top ? 0 : middle, w: form.bar, h: middle },
    }
  })
}

function makeTrays({ bottom, form, middle, trayX, trayLeft, trayGap }: Plan): Layout['trays'] {
  return sides.map((side) => {
    const top = side !== bottom
    const h = middle - trayGap
    const rect = { x: trayX, y: top ? form.frame : middle + trayGap, w: form.tray, h: h - form.frame }
    const spot: Spot = {
      ...nowhere,
      key: `tray${side}`,
      kind: 'tray',
      top,
      side,
      x: rect.x + rect.w / 2,
      y: top ? rect.y : rect.y + rect.h,
      step: top ? 1 : -1,
      hit: {
        x: trayLeft ? 0 : rect.x - form.gap / 2,
        y: top ? 0 : middle + trayGap,
        w: rect.w + form.gap / 2 + form.frame,
        h,
      },
    }
    return { spot, rect }
  })
}

function makeCube({ info, bottom, form, middle, barX, trayX, cubeOnBar }: Plan, dice: Layout['dice']): Layout['cube'] {
  if (info.cube === 'no') return null
  const x = cubeOnBar && barX !== null ? barX + form.bar / 2 : trayX + form.tray / 2
  const away = cubeOnBar ? 150 : 98
  const at = (side: Side): Dot => ({ x, y: middle + (side === bottom ? away : -away) })
  return {
    free: { x, y: middle },
    x: at('x'),
    o: at('o'),
    offered: dice,
    size: cubeOnBar ? 132 : Math.min(88, form.tray - 14),
  }
}

/* Each side's dice lie in the table to its right, where there are two. */
function makeDice({ bottom, two, middle }: Plan, first: Rect, last: Rect): Layout['dice'] {
  const centre = (r: Rect): Dot => ({ x: r.x + r.w / 2, y: middle })
  const at = (side: Side) => centre(side === bottom || !two ? last : first)
  return { x: at('x'), o: at('o') }
}

const pointPart: Partial<Record<GameInfo['shape'], number>> = { lanes: 0.36, homes: 0.39 }

export function makeLayout(info: GameInfo, view: View, wantTall: boolean): Layout {
  const plan = makePlan(info, view.bottom, wantTall && hasTallForm(info))
  const { form, height, middle, table, left, pitch, barX, channel } = plan
  const fields = makeFields(plan)
  const points = makePoints(plan)
  const trays = makeTrays(plan)
  const first = fields[0]!
  const last = fields[fields.length - 1]!
  const dice = makeDice(plan, first, last)
  const layout: Layout = {
    width: plan.width,
    height,
    tall: plan.tall,
    frame: form.frame,
    fields,
    channel: channel ? { x: left, y: middle - channel, w: table, h: 2 * channel } : null,
    bar: barX === null ? null : { x: barX, y: 0, w: form.bar, h: height },
    divider: info.shape === 'ring' ? { x: left + table, y: 0, w: plan.between, h: height } : null,
    trays,
    spots: [...points, ...makeBar(plan), ...trays.map((tray) => tray.spot)],
    points,
    pointWidth: info.towers ? pitch - 8 : pitch * 0.92,
    pointHeight: height * (pointPart[info.shape] ?? 0.4),
    middle,
    dice,
    diceRoom: table - (plan.cubeOnBar ? 90 : 40),
    cube: makeCube(plan, dice),
    ways: findWays(info, view.bottom, first, last, middle, plan.tall),
  }
  return view.home === 'left' ? mirror(layout) : layout
}

/* Angles: 0 points to the right, 90 down. */
function findWays(info: GameInfo, bottom: Side, first: Rect, last: Rect, middle: number, tall: boolean): Way[] {
  const above = otherSide(bottom)
  const inset = tall ? 36 : 34
  const apart = tall ? 52 : 42
  const x = first.x + inset
  const up = info.facing === 'same' ? 90 : -90
  switch (info.shape) {
    case 'board':
    case 'half':
      return [
        { side: bottom, x, y: middle, angle: 90 },
        { side: above, x: x + apart, y: middle, angle: up },
      ]
    case 'ring':
      return [
        { side: bottom, x, y: middle, angle: 90 },
        { side: above, x: x + apart, y: middle, angle: up },
        { side: above, x: last.x + last.w - inset - apart, y: middle, angle: -up },
        { side: bottom, x: last.x + last.w - inset, y: middle, angle: -90 },
      ]
    case 'lanes':
      return [
        { side: above, x: x + 40, y: middle - apart, angle: 0 },
        { side: bottom, x: x + 40, y: middle + apart, angle: 0 },
      ]
    default:
      return []
  }
}
