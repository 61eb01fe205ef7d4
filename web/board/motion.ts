/* Men that are seen moving. The board is drawn as it is; animations only show how it came to be. */
import type { Side } from '../core/types'
import type { Dot } from './layout'
import type { ShownMan } from './men'
import type { Speed } from './props'

const lasting: Record<Speed, number> = { off: 0, fast: 150, normal: 300, slow: 750 }

export function stillness(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
}

export function effectiveSpeed(speed: Speed): Speed {
  return stillness() ? 'off' : speed
}

const at = (dot: Dot, grown = 1) => `translate(${dot.x}px, ${dot.y}px) scale(${grown})`

/* Where a man is seen now, in mid-flight too. */
function seenAt(element: SVGElement, rest: Dot): Dot {
  if (!element.getAnimations().length) return rest
  const matrix = new DOMMatrix(getComputedStyle(element).transform)
  return { x: matrix.e, y: matrix.f }
}

function fly(element: SVGElement, from: Dot, to: Dot, duration: number, delay: number): void {
  element.classList.add('pb-flying')
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const frames = [{ transform: at(from) }, { transform: at(middle, 1.09) }, { transform: at(to) }]
  const animation = element.animate(frames, { duration, delay, fill: 'backwards', easing: 'cubic-bezier(.4,.1,.25,1)' })
  const land = () => {
    if (element.getAnimations().every((other) => other === animation || other.playState === 'finished'))
      element.classList.remove('pb-flying')
  }
  animation.onfinish = land
  animation.oncancel = land
}

/** Lets men fly from where they were to where they are: those of the mover first, then those it has sent away.
 * `dropped` has men that a hand has put down, and where. */
export function moveMen(
  svg: SVGElement,
  before: Map<string, Dot>,
  after: ShownMan[],
  mover: Side,
  speed: Speed,
  dropped: Map<string, Dot>
): void {
  const duration = lasting[speed]
  let own = 0
  let others = 0
  const moved = after.filter((man) => {
    const was = before.get(man.id)
    return was && (was.x !== man.x || was.y !== man.y)
  })
  const pips = (man: ShownMan) => (typeof man.place === 'number' ? man.place : man.place === 'off' ? 0 : 26)
  moved.sort((a, b) => Number(b.side === mover) - Number(a.side === mover) || pips(b) - pips(a))
  for (const man of moved) {
    const element = svg.querySelector<SVGElement>(`[data-man="${man.id}"]`)
    if (!element) continue
    const hand = dropped.get(man.id)
    const from = hand ?? seenAt(element, before.get(man.id)!)
    for (const animation of element.getAnimations()) animation.cancel()
    if (!duration) continue
    const delay = man.side === mover ? own++ * duration * 0.55 : (own ? duration * 0.75 : 0) + others++ * duration * 0.4
    if (hand) fly(element, from, man, Math.min(duration, 130), 0)
    else fly(element, from, man, duration, delay)
  }
}
