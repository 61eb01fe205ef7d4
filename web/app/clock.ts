/* The clocks of a game in this page. Fischer adds its seconds when a turn has been played; with a delay the first
 * seconds of every turn are free. */
import type { Side, State } from '../core/types'
import type { ClockTerms } from './store'
import type { Clocks } from './table'

export class Clock {
  private left: { x: number; o: number }
  private running: Side | null = null
  private turn: Side | null = null
  private free = 0
  private since = performance.now()

  constructor(
    private readonly terms: ClockTerms,
    left?: { x: number; o: number }
  ) {
    this.left = left ? { ...left } : { x: terms.seconds * 1000, o: terms.seconds * 1000 }
  }

  private settle(): void {
    const now = performance.now()
    const spent = now - this.since
    this.since = now
    if (!this.running) return
    const charged = Math.max(0, spent - this.free)
    this.free = Math.max(0, this.free - spent)
    this.left[this.running] = Math.max(0, this.left[this.running] - charged)
  }

  /** The game has come to this state. */
  follow(state: State): void {
    this.settle()
    const playing = state.phase === 'playing' || state.phase === 'resign'
    if (playing && state.turn !== this.turn) {
      if (this.turn && this.terms.kind === 'fischer') this.left[this.turn] += this.terms.increment * 1000
      if (this.terms.kind === 'delay') this.free = this.terms.increment * 1000
      this.turn = state.turn
    }
    if (!playing) this.turn = null
    this.running = playing ? state.actor : null
  }

  /** Milliseconds until the running side has none left. */
  untilFlag(): number | null {
    this.settle()
    return this.running ? this.left[this.running] + this.free : null
  }

  stop(): void {
    this.settle()
    this.running = null
  }

  read(): Clocks {
    this.settle()
    return { ...this.left, running: this.running, at: this.since, free: this.free }
  }
}

/** What a clock shows now. */
export function timeLeft(clocks: Clocks, side: Side): number {
  if (clocks.running !== side) return clocks[side]
  return Math.max(0, clocks[side] - Math.max(0, performance.now() - clocks.at - clocks.free))
}

export function clockText(milliseconds: number): string {
  const tenths = Math.ceil(milliseconds / 100)
  const seconds = Math.floor(tenths / 10)
  const pad = (n: number) => String(n).padStart(2, '0')
  if (milliseconds < 10_000) return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}.${tenths % 10}`
  const whole = Math.ceil(milliseconds / 1000)
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`
}
