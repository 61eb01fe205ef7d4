/* What goes by itself if the person likes it so: throwing, the only play there is, bearing off when nobody can be in the
 * way any more. It acts like a hand on the board, by the same events. */
import type { GameInfo, Hop, Side, State } from '../core/types'
import { hopWords } from './moves'
import { settings } from './settings'
import type { Session } from './table'

const pauses = { off: 30, fast: 200, normal: 450, slow: 900 }

/** Whether the sides are past each other for good. Where that is not plain, they are not. */
export function apart(info: GameInfo, state: State): boolean {
  if (info.contact === 'none') return true
  if (info.facing !== 'mirror' || info.ring || info.towers || info.backward || info.shape === 'lanes') return false
  const rear = (side: Side) => {
    const men = state.men[side]
    if (men.bar || men.hand) return info.points + 1
    for (let p = info.points; p > 0; p--) if (men.points[p]) return p
    return 0
  }
  return rear('x') + rear('o') < info.points + 1
}

function bearOff(info: GameInfo, state: State): Hop | null {
  const off = state.next.filter((hop) => hop.to === 'off')
  if (!off.length || !apart(info, state)) return null
  return off.reduce((best, hop) => (hop.number > best.number ? hop : best))
}

/** What to do now, or null. */
function choice(session: Session): string | null {
  const { state, kept, info } = session
  const s = settings()
  if (kept.status !== 'open' || state.actor === null || !(kept.mine === 'both' || kept.mine === state.actor))
    return null
  /* nobody decides anything about the open roll of the other side */
  if (state.due === 'reply') return 'roll'
  if (state.due === 'throw') return s.autoRoll && !state.cube.mayDouble ? 'roll' : null
  if (state.due === 'bonus') return s.autoRoll ? 'roll' : null
  if (state.due !== 'play') return null
  if (state.nothing || (info.towers && !state.hops.length)) {
    if (!s.forced && !info.towers) return null
    return state.nothing ? 'end' : `play ${session.game.plays()[0]?.move ?? 'pass'}`
  }
  if (s.autoBearOff) {
    const hop = bearOff(info, state)
    if (hop) return hopWords(info, hop)
    if (
      !state.next.length &&
      state.mayEnd &&
      state.hops.length &&
      state.hops.every((h) => h.to === 'off') &&
      apart(info, state)
    )
      return 'end'
  }
  if (s.forced && !state.hops.length) {
    const plays = session.game.plays()
    if (plays.length === 1) return `play ${plays[0]!.move}`
  }
  return null
}

/** Until the function returned is called. Nothing that was taken back is done again by itself. */
export function autopilot(session: Session): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let undone = false
  const look = () => {
    clearTimeout(timer)
    if (undone) return
    const words = choice(session)
    if (words === null) return
    const { state } = session
    timer = setTimeout(() => {
      if (session.state === state) session.act(words)
    }, pauses[settings().speed])
  }
  const stop = session.watch((happening) => {
    if (happening) {
      const words = happening.event.do
      if (words === 'undo') undone = true
      else if (!words.startsWith('hop ')) undone = false
    }
    look()
  })
  look()
  return () => {
    clearTimeout(timer)
    stop()
  }
}
