/* Tables of what is solved of a game. They take seconds to make, so a worker makes them, and the browser keeps them. */
import type { Wasm } from './wasm'

/** One-sided and two-sided, null where there is none. */
export type TableNames = [string | null, string | null]
export type Tables = [Uint8Array<ArrayBuffer> | null, Uint8Array<ArrayBuffer> | null]

/** Makes those that have a name. `lines` is the set-up of the game. */
export function makeTables(wasm: Wasm, lines: string, names: TableNames): Tables {
  return names.map((name, kind) => {
    if (!name) return null
    wasm.call('web_make_table', kind, wasm.text(lines))
    const size = wasm.call('web_made_size')
    return size ? wasm.get(wasm.call('web_made'), size) : null
  }) as Tables
}

const KEPT = 'tables-1'
const addressOf = (name: string) => `/tables/${name}`

/* Not every browser keeps things, and none has to. */
async function kept(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const found = await (await caches.open(KEPT)).match(addressOf(name))
    return found ? new Uint8Array(await found.arrayBuffer()) : null
  } catch {
    return null
  }
}

async function keep(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    await (await caches.open(KEPT)).put(addressOf(name), new Response(bytes))
  } catch {
    /* it is made again next time */
  }
}

function make(lines: string, names: TableNames): Promise<Tables> {
  return new Promise((resolve, reject) => {
    const worker = new Worker('/tables.js', { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Tables>) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = (event) => reject(new Error(event.message))
    worker.postMessage({ lines, names })
  })
}

/** From what is kept, or made now in another worker. */
export async function findTables(lines: string, names: TableNames): Promise<Tables> {
  const tables = (await Promise.all(names.map((name) => name && kept(name)))) as Tables
  const missing = names.map((name, kind) => (tables[kind] ? null : name)) as TableNames
  if (!missing[0] && !missing[1]) return tables
  const made = await make(lines, missing)
  missing.forEach((name, kind) => {
    const bytes = made[kind]
    if (!name || !bytes) return
    tables[kind] = bytes
    void keep(name, bytes)
  })
  return tables
}
