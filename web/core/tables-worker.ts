/* The worker that makes tables of what is solved of a game: asked once, answers once. */
import { makeTables, type TableNames } from './tables'
import { Wasm, loadModule } from './wasm'

onmessage = async ({ data }: MessageEvent<{ lines: string; names: TableNames }>) => {
  const tables = makeTables(new Wasm(await loadModule('/engine.wasm')), data.lines, data.names)
  self.postMessage(tables, { transfer: tables.flatMap((bytes) => (bytes ? [bytes.buffer] : [])) })
}
