/* A game at which somebody sits: what stands on the board, what has happened, and who may do what. Where the events
 * come from, this page or a server, is for local.ts and online.ts to say. */
import type { Core, Event, Game, GameInfo, Hop, Side, State } from '../core/types'
import { History } from './history'
import { playHops } from './moves'
import { optionsOf, termsOf } from './record'
import type { Kept, KeptEvent } from './store'

export interface Happening {
  event: KeptEvent
  index: number
  before: State
  after: State
  /** The hops that the event made; of "end" those of the whole stage. */
  hops: Hop[]
}

export interface Clocks {
  x: number
  o: number
  running: Side | null
  /** When these numbers held, by performance.now(). */
  at: number
  /** Milliseconds of the turn that are still free. */
  free: number
}

export interface Turn {
  side: Side
  hops: Hop[]
  dice?: [number, number]
}

export type Link = 'none' | 'connecting' | 'online' | 'offline' | 'refused'

export interface Session {
  readonly kept: Kept
  readonly info: GameInfo
  readonly game: Game
  readonly state: State
  readonly events: readonly KeptEvent[]
  readonly history: History
  /** The last turn that was played, for arrows. */
  readonly last: Turn | null
  /** What is to be played was thrown by the other side, which could not. */
  readonly taken: boolean
  /** Opening dice that only said who begins. */
  readonly opening: { x: number; o: number } | null
  readonly thinking: boolean
  readonly link: Link
  readonly clocks: Clocks | null
  /** Who is there, in a linked game; null = everybody is. */
  readonly present: { x: boolean; o: boolean } | null
  readonly drawOffer: Side | null
  /** A draw can be agreed on. */
  readonly draws: boolean
  readonly rematch: 'none' | 'wanted' | 'offered' | { id: string }
  /** Something went wrong, in words. */
  readonly trouble: string
  /** Does what the words say, by the side that must act unless another is named; null, or why it cannot be done. "roll"
   * without dice asks for a throw. */
  act(words: string, side?: Side): string | null
  watch(listener: (happening: Happening | null) => void): () => void
  /** Once more, after something went wrong. */
  retry?(): void
  /** Ends a match of no agreed length, between two games. */
  finish?(): void
  offerDraw?(answer: 'offer' | 'accept' | 'decline'): void
  askRematch?(): void
  close(): void
}

export function createGame(core: Core, kept: Pick<Kept, 'setup'>): Game {
  const { setup } = kept
  return core.create(setup.game, termsOf(setup), optionsOf(setup), setup.position || undefined)
}

export const asEvent = (event: KeptEvent): Event => [event.by, event.do]

export abstract class Table {
  readonly info: GameInfo
  readonly events: KeptEvent[] = []
  readonly history: History
  game: Game
  /** What stands on the board; in a linked game with what has been sent and not been answered yet. */
  state: State
  /** By the events that have surely happened. */
  protected sure: State
  last: Turn | null = null
  taken = false
  opening: { x: number; o: number } | null = null
  trouble = ''
  protected closed = false
  private turn: Turn | null = null
  private thrower: Side | null = null
  private readonly listeners = new Set<(happening: Happening | null) => void>()

  constructor(
    readonly core: Core,
    public kept: Kept,
    events: readonly KeptEvent[]
  ) {
    this.game = createGame(core, kept)
    this.info = this.game.info
    this.history = new History(this.info)
    this.state = this.sure = this.game.state()
    for (const event of events) {
      const made = this.apply(event)
      if (typeof made === 'string') {
        this.trouble = made
        break
      }
    }
  }

  watch(listener: (happening: Happening | null) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  protected tell(happening: Happening | null): void {
    for (const listener of [...this.listeners]) listener(happening)
  }

  /** Applies an event to the game and takes note of it; a text says why it was refused. */
  protected apply(event: KeptEvent): string | Happening {
    const before = this.sure
    const side = event.by ?? before.turn
    const hops = event.do.startsWith('play ') ? playHops(this.game, side, event.do) : null
    const wrong = this.game.apply(event.by, event.do)
    if (wrong) return wrong
    const after = this.game.state()
    const index = this.events.push(event) - 1
    const made = hops ?? hopsOf(event, before, after)
    this.history.add(index, event, before, after, made)
    this.follow(event, side, before, after, made)
    this.state = this.sure = after
    return { event, index, before, after, hops: made }
  }

  private follow(event: KeptEvent, side: Side, before: State, after: State, hops: Hop[]): void {
    const kind = event.do.split(' ', 1)[0]
    if (kind === 'opening') {
      const [x, o] = [Number(event.do[8]), Number(event.do[9])]
      this.opening = x && o ? { x, o } : null
    } else if (kind !== 'hop' && kind !== 'undo') this.opening = null
    if (kind === 'next') this.last = this.turn = null
    if (kind === 'opening') this.thrower = after.turn
    if (kind === 'roll' || kind === 'choose') this.thrower = side
    this.taken = this.info.throws === 'each' && after.due === 'play' && after.actor !== this.thrower
    if (kind !== 'end' && kind !== 'play') return
    if (this.turn?.side !== side) this.turn = { side, hops: [] }
    this.turn.hops = [...this.turn.hops, ...hops]
    if (before.dice) this.turn.dice = before.dice
    const over = after.games > before.games
    if (!over && after.turn === side && after.due !== 'throw') return
    this.last = this.turn.hops.length ? this.turn : null
    this.turn = null
  }

  close(): void {
    this.closed = true
    this.listeners.clear()
    this.game.free()
  }
}

function hopsOf(event: KeptEvent, before: State, after: State): Hop[] {
  if (event.do === 'end') return before.hops
  if (event.do.startsWith('hop ')) return after.hops.length > before.hops.length ? after.hops.slice(-1) : after.hops
  return []
}
