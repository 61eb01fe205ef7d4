/* What server and page say to each other about linked games, and the seat at one that a browser keeps. */
import { newSeed } from '../core/dice'
import type { Side } from '../core/types'
import type { Setup } from './record'
import type { End, Kept } from './store'

export interface Welcome {
  game: string
  side: Side | null
  setup: Record<string, unknown>
  seq: number
  players?: Presence
  clock?: ServerClock | null
  over?: ServerEnd | null
  /** The rules of the game know draws, so that one can be agreed on. */
  draws?: boolean
  /** Seconds after which a side that is gone has lost. */
  claim?: number
  draw?: Side | null
}

export type Presence = Record<Side, { online: boolean; since?: number }>

export interface ServerEnd {
  reason: End
  winner: Side | null
}

export interface ServerClock {
  x: number
  o: number
  running: Side | null
}

export function seat(id: string, token: string, mine: Side | null, setup: Setup, more: Partial<Kept> = {}): Kept {
  return {
    id,
    kind: 'online',
    setup,
    mine,
    created: Date.now(),
    updated: Date.now(),
    status: 'open',
    score: { x: 0, o: 0 },
    winner: null,
    events: 0,
    token,
    seed: newSeed(),
    outbox: [],
    ...more,
  }
}
