/* The worker's side of engine.ts: questions in, answers out, one at a time. */
import { coreOf } from './core'
import { findTables } from './tables'
import { loadModule } from './wasm'
import type { Event } from './types'
import { Thinker, type Table } from './thinker'

/** The nets that were built into the site, "standard-contact" (build.mjs). */
declare const PASCH_NETS: string[]

export interface Question {
  id: number
  ask:
    | { what: 'act'; table: Table; events: Event[]; level: number; seed: number }
    | { what: 'best'; ppn: string; options: Record<string, string>; plies: number; n: number }
    | { what: 'evaluate'; ppn: string; options: Record<string, string>; plies: number }
    | { what: 'cube'; ppn: string; options: Record<string, string>; plies: number }
    | { what: 'review'; table: Table; events: Event[] }
    | { what: 'ready'; game: string; options: Record<string, string> }
}

export type Answer = { id: number } & ({ value: unknown } | { error: string } | { part: number })

async function fetchNet(name: string): Promise<Uint8Array | null> {
  if (!PASCH_NETS.includes(name)) return null
  const response = await fetch(`/nets/${name}.net`)
  if (!response.ok) throw new Error(`/nets/${name}.net: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

const thinker = loadModule('/engine.wasm').then((module) => new Thinker(coreOf(module), fetchNet, findTables))

async function answer({ id, ask }: Question): Promise<unknown> {
  const t = await thinker
  switch (ask.what) {
    case 'act':
      return t.act(ask.table, ask.events, ask.level, ask.seed)
    case 'best':
      return t.best(ask.ppn, ask.options, ask.plies, ask.n)
    case 'evaluate':
      return t.evaluate(ask.ppn, ask.options, ask.plies)
    case 'cube':
      return t.cube(ask.ppn, ask.options, ask.plies)
    case 'review':
      return t.review(ask.table, ask.events, (part) => postMessage({ id, part } satisfies Answer))
    case 'ready':
      return t.ready(ask.game, ask.options)
  }
}

let last: Promise<unknown> = Promise.resolve()
onmessage = ({ data }: MessageEvent<Question>) => {
  last = last.then(async () => {
    try {
      postMessage({ id: data.id, value: await answer(data) } satisfies Answer)
    } catch (error) {
      postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) } satisfies Answer)
    }
  })
}
