/* The C library as WebAssembly: text goes in and comes out, always UTF-8. */

type Call = (...numbers: number[]) => number

/** What wasm/ exports, by name. */
export interface Exports {
  memory: WebAssembly.Memory
  [name: string]: unknown
}

/** The library never prints; what the C library would print to goes nowhere. */
const wasi = { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8, proc_exit: () => undefined }

export class Wasm {
  private readonly exports: Exports
  private readonly encoder = new TextEncoder()
  private readonly decoder = new TextDecoder()

  constructor(module: WebAssembly.Module) {
    this.exports = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi }).exports as unknown as Exports
    this.call('_initialize')
  }

  call(name: string, ...numbers: number[]): number {
    return (this.exports[name] as Call)(...numbers)
  }

  put(at: number, bytes: Uint8Array): void {
    new Uint8Array(this.exports.memory.buffer).set(bytes, at)
  }

  /** A copy. */
  get(at: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.exports.memory.buffer).slice(at, at + size) as Uint8Array<ArrayBuffer>
  }

  /** Puts a text where the next call can read it. */
  text(text: string): number {
    const bytes = this.encoder.encode(text + '\0')
    const at = this.call('web_room', bytes.length)
    this.put(at, bytes)
    return at
  }

  /** A function that takes numbers, then a text, and returns a text. */
  say(name: string, text: string, ...numbers: number[]): string {
    return this.hear(this.call(name, ...numbers, this.text(text)))
  }

  ask(name: string, ...numbers: number[]): string {
    return this.hear(this.call(name, ...numbers))
  }

  hear(at: number): string {
    const memory = new Uint8Array(this.exports.memory.buffer)
    return this.decoder.decode(memory.subarray(at, memory.indexOf(0, at)))
  }
}

/** From the site's own file, compiled while it arrives: /pasch.wasm has the rules, /engine.wasm thinks, too. */
export async function loadModule(path: '/pasch.wasm' | '/engine.wasm'): Promise<WebAssembly.Module> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  if (response.headers.get('content-type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response)
  return WebAssembly.compile(await response.arrayBuffer())
}
