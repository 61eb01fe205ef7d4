/* Taking a man along with the pointer. A pointer that hardly moves is a click, which is not dealt with here. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Side } from '../core/types'
import type { Ref } from './hooks'
import type { Dot, Layout, Rect, Spot } from './layout'
import type { ShownMan } from './men'
import { effectiveSpeed } from './motion'
import type { From } from './props'

interface Drag {
  pointer: number
  spot: Spot
  from: From
  start: Dot
  man: ShownMan
  moved: boolean
  touch: boolean
}

export interface DragWishes {
  svg: Ref<SVGSVGElement>
  layout: Layout
  shown: ShownMan[]
  mover: Side
  /** Pixels of a unit. */
  scale: number
  /** What may be taken from a spot, null if nothing. */
  takes(spot: Spot): From | null
  onTake(from: From): void
  onOver(from: From, at: Dot | null): void
  /** True if the man may go there: it stays until it is drawn at its new place. */
  onDrop(from: From, at: Dot): boolean
  onMiss(from: From, spot: Spot | null): void
}

export function distance(rect: Rect, at: Dot): number {
  const dx = Math.max(rect.x - at.x, 0, at.x - rect.x - rect.w)
  const dy = Math.max(rect.y - at.y, 0, at.y - rect.y - rect.h)
  return Math.hypot(dx, dy)
}

/** The spot that an event happened on. */
export function spotOfEvent(layout: Layout, event: Event): Spot | null {
  const key = (event.target as Element).closest('[data-spot]')?.getAttribute('data-spot')
  return layout.spots.find((spot) => spot.key === key) ?? null
}

/* How far a pointer strays in a click, in pixels. */
const strays = { mouse: 4, touch: 9 }
/* A man that the server has not moved after so many milliseconds goes back. */
const HELD = 3000

export function useDrag(wishes: DragWishes) {
  const { svg, layout, scale } = wishes
  const drag = useRef<Drag | null>(null)
  const dropped = useRef(new Map<string, Dot>())
  const dragged = useRef(false)

  /* A finger that has a man does not scroll the page. Browsers do not heed touch-action on parts of a drawing. */
  useLayoutEffect(() => {
    const element = svg.current
    const hold = (event: TouchEvent) => {
      if (drag.current && event.cancelable) event.preventDefault()
    }
    element?.addEventListener('touchmove', hold, { passive: false })
    return () => element?.removeEventListener('touchmove', hold)
  }, [])

  /* Men are let go when they are drawn anew; useMotion lets them fly from where they were dropped. */
  useLayoutEffect(() => {
    for (const element of svg.current?.querySelectorAll<SVGElement>('.pb-held') ?? [])
      if (element.dataset.man !== drag.current?.man.id) letGo(element)
  }, [wishes.shown])

  const elementOf = (man: ShownMan) => svg.current?.querySelector<SVGElement>(`[data-man="${man.id}"]`) ?? null

  function toBoard(event: PointerEvent): Dot {
    const box = svg.current!.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * layout.width
    return { x, y: ((event.clientY - box.top) / box.height) * layout.height }
  }

  function onPointerDown(event: PointerEvent) {
    dragged.current = false
    if (event.button !== 0 || drag.current) return
    const spot = spotOfEvent(layout, event)
    const from = spot && wishes.takes(spot)
    if (!spot || from === null) return
    const here = wishes.shown.filter((man) => man.side === wishes.mover && man.place === from)
    const man = here.sort((a, b) => b.index - a.index)[0]
    const touch = event.pointerType !== 'mouse'
    if (man) drag.current = { pointer: event.pointerId, spot, from, start: toBoard(event), man, moved: false, touch }
  }

  function onPointerMove(event: PointerEvent) {
    const held = drag.current
    const element = held && elementOf(held.man)
    if (!held || !element || held.pointer !== event.pointerId) return
    const at = toBoard(event)
    if (!held.moved) {
      const far = Math.hypot(at.x - held.start.x, at.y - held.start.y) * scale
      if (far < (held.touch ? strays.touch : strays.mouse)) return
      held.moved = true
      svg.current!.setPointerCapture(event.pointerId)
      element.parentNode?.appendChild(element)
      element.classList.add('pb-held')
      wishes.onTake(held.from)
    }
    /* larger under a finger, which hides it */
    element.style.transform = `translate(${at.x}px, ${at.y}px) scale(${held.touch ? 1.6 : 1.1})`
    wishes.onOver(held.from, at)
  }

  function onPointerUp(event: PointerEvent) {
    const held = drag.current
    if (!held || held.pointer !== event.pointerId) return
    drag.current = null
    if (!held.moved) return
    dragged.current = true
    wishes.onOver(held.from, null)
    const at = toBoard(event)
    const element = elementOf(held.man)
    if (event.type === 'pointerup') {
      dropped.current.set(held.man.id, at)
      if (wishes.onDrop(held.from, at)) {
        setTimeout(() => element?.classList.contains('pb-held') && sendBack(element, at, held.man), HELD)
        return
      }
      dropped.current.delete(held.man.id)
    }
    if (element) sendBack(element, at, held.man)
    const spot = layout.spots.find((other) => distance(other.hit, at) === 0) ?? null
    wishes.onMiss(held.from, event.type === 'pointerup' && spot !== held.spot ? spot : null)
  }

  return {
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
    dropped: dropped.current,
    /** Whether the click that comes now is the end of a drag; asked once. */
    wasDragged: (): boolean => {
      const was = dragged.current
      dragged.current = false
      return was
    },
  }
}

function letGo(element: SVGElement): void {
  element.classList.remove('pb-held')
  element.style.transform = ''
}

function sendBack(element: SVGElement, from: Dot, to: Dot): void {
  letGo(element)
  if (effectiveSpeed('fast') === 'off') return
  const at = (dot: Dot) => ({ transform: `translate(${dot.x}px, ${dot.y}px)` })
  element.animate([at(from), at(to)], { duration: 160, easing: 'ease-out' })
}
