/* "My games": what this browser keeps, in IndexedDB. A game is a row; each of its events is a row of its own, written
 * in one transaction the moment it happens, so that a closed tab loses nothing. */
import type { Side } from '../core/types'
import type { Setup } from './record'

export interface KeptEvent {
  by: Side | null
  do: string
  /** Milliseconds since 1970. */
  time: number
}

export interface Outgoing {
  do: string
  side: Side
  ref: string
  seq: number
}

/** Played to the end, by the clock, agreed on, the other side was gone for too long, stopped between two games of no
 * agreed number, or so long that it was mischief. */
export type End = 'played' | 'time' | 'draw' | 'claimed' | 'finished' | 'limit'

export interface ClockTerms {
  kind: 'none' | 'fischer' | 'delay'
  seconds: number
  increment: number
}

export interface Kept {
  id: string
  kind: 'local' | 'online' | 'file'
  setup: Setup
  /** The side that the person of this browser plays; both at one screen; nobody: watching, or a file. */
  mine: Side | 'both' | null
  created: number
  updated: number
  status: 'open' | 'over' | 'abandoned'
  score: { x: number; o: number }
  /** Of the whole match. */
  winner: Side | 'draw' | null
  /** How it ended, where the rules themselves do not say it. */
  end?: End | null
  events: number
  clock?: ClockTerms
  /** Milliseconds left, local games. */
  left?: { x: number; o: number }
  /** The house's secret: known to the page from the start in local games, shown when the match is over. */
  secret?: string
  /** For the bot's misjudgements; nothing to do with dice. */
  botSeed?: number
  /** Linked games: the game's name on the server, which is the id unless this browser has two seats at it. */
  table?: string
  token?: string
  links?: { play?: string; watch?: string }
  seed?: string
  outbox?: Outgoing[]
}

type Row = KeptEvent & { id: string; seq: number }

let opened: Promise<IDBDatabase> | null = null
let database: IDBDatabase | null = null

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('pasch', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('games', { keyPath: 'id' })
      request.result.createObjectStore('events', { keyPath: ['id', 'seq'] })
    }
    request.onsuccess = () => {
      database = request.result
      /* a newer page wants to change the tables */
      database.onversionchange = () => database?.close()
      resolve(database)
    }
    request.onerror = () => reject(request.error)
  })
  return opened
}

const done = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = transaction.onerror = () => reject(transaction.error)
  })

const answer = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const eventsOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])

/** All writes of a step at once. The requests are on their way when this returns: a tab that is closed next does not
 * take them back. */
function write(db: IDBDatabase, steps: (games: IDBObjectStore, events: IDBObjectStore) => void): Promise<void> {
  const transaction = db.transaction(['games', 'events'], 'readwrite')
  steps(transaction.objectStore('games'), transaction.objectStore('events'))
  const end = done(transaction)
  transaction.commit?.()
  return end
}

async function now(steps: (games: IDBObjectStore, events: IDBObjectStore) => void): Promise<void> {
  return write(database ?? (await open()), steps)
}

export async function keep(kept: Kept, events: KeptEvent[] = []): Promise<void> {
  return now((games, table) => {
    games.put(kept)
    events.forEach((event, seq) => table.put({ ...event, id: kept.id, seq } satisfies Row))
  })
}

export async function keepEvent(kept: Kept, seq: number, event: KeptEvent): Promise<void> {
  return now((games, table) => {
    table.put({ ...event, id: kept.id, seq } satisfies Row)
    games.put(kept)
  })
}

export async function load(id: string): Promise<{ kept: Kept; events: KeptEvent[] } | null> {
  const db = await open()
  const transaction = db.transaction(['games', 'events'])
  const [kept, rows] = await Promise.all([
    answer<Kept | undefined>(transaction.objectStore('games').get(id)),
    answer<Row[]>(transaction.objectStore('events').getAll(eventsOf(id))),
  ])
  return kept ? { kept, events: rows.map(({ by, do: words, time }) => ({ by, do: words, time })) } : null
}

export async function loadAll(): Promise<Kept[]> {
  const db = await open()
  const all = await answer<Kept[]>(db.transaction('games').objectStore('games').getAll())
  return all.sort((a, b) => b.updated - a.updated)
}

export async function forget(id: string): Promise<void> {
  return now((games, events) => {
    games.delete(id)
    events.delete(eventsOf(id))
  })
}

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9))
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
}

export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (b) => b.toString(16).padStart(2, '0')).join('')
}
