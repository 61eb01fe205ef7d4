/* What the board remembers from one drawing to the next. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { GameInfo, Side, State } from '../core/types'
import type { Dot, Layout } from './layout'
import { placeMen, type Man, type ShownMan } from './men'
import { moveMen } from './motion'
import type { Speed } from './props'

export interface Ref<T> {
  current: T | null
}

interface Size {
  root: Ref<HTMLDivElement>
  svg: Ref<SVGSVGElement>
  /** The room there is, which decides about the form. */
  room: number
  height: number
  /** What the board takes of it, which decides about sizes. */
  width: number
}

export function useSize(): Size {
  const root = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const [size, setSize] = useState({ room: 0, height: 0, width: 0 })
  useLayoutEffect(() => {
    const measure = () => {
      const room = root.current?.clientWidth ?? 0
      const width = svg.current?.getBoundingClientRect().width ?? 0
      const height = innerHeight
      const same = (old: typeof size) =>
        old.room === room && old.height === height && Math.abs(old.width - width) < 0.5
      setSize((old) => (same(old) ? old : { room, height, width }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    if (root.current) observer.observe(root.current)
    if (svg.current) observer.observe(svg.current)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [])
  return { root, svg, ...size }
}

/** Men that keep their names from state to state. */
export function useMen(info: GameInfo, state: State): Man[] {
  const known = useRef<{ game: string; state: State; men: Man[] } | null>(null)
  const before = known.current
  if (!before || before.state !== state || before.game !== info.id) {
    const men = placeMen(before && before.game === info.id ? before.men : null, state)
    known.current = { game: info.id, state, men }
  }
  return known.current!.men
}

/** Counts throws, so that new dice are seen to fall. */
export function useThrows(state: State): number {
  const seen = useRef({ key: '', count: 0 })
  const key = state.dice && state.due === 'play' ? `${state.actor}${state.dice}${state.stage?.index ?? 0}` : ''
  if (key !== seen.current.key) seen.current = { key, count: seen.current.count + (key ? 1 : 0) }
  return seen.current.count
}

const samePlace = (a: Dot, b: Dot) => a.x === b.x && a.y === b.y

/** Shows how men came to where they are, and returns them in the order of drawing: those that move lie above the others.
 * `dropped` has the men that a hand has just put down; it is emptied. */
export function useMotion(
  svg: Ref<SVGSVGElement>,
  layout: Layout,
  shown: ShownMan[],
  mover: Side,
  speed: Speed,
  dropped: Map<string, Dot>
): ShownMan[] {
  const drawn = useRef<{ layout: Layout; at: Map<string, Dot>; mover: Side } | null>(null)
  const before = drawn.current?.layout === layout ? drawn.current : null
  const moves = (man: ShownMan) => {
    const was = before?.at.get(man.id)
    return was !== undefined && !samePlace(was, man)
  }
  const ordered = before ? [...shown].sort((a, b) => Number(moves(a)) - Number(moves(b))) : shown
  useLayoutEffect(() => {
    drawn.current = { layout, at: new Map(shown.map((man) => [man.id, { x: man.x, y: man.y }])), mover }
    if (svg.current && before) moveMen(svg.current, before.at, shown, before.mover, speed, dropped)
    dropped.clear()
  }, [shown, layout])
  return ordered
}
