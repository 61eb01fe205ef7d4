/* The rules of all games, synchronous, for whoever shows or records a game. */
import type { Core, Game, GameInfo, Hop, Reason, Side, State, Terms } from './types'
import { Wasm, loadModule } from './wasm'

export * from './types'

const sideNumber = (side: Side | null) => (side === 'o' ? 1 : 0)

/* As the library has them (rules.h). */
function placeNumber(place: Hop['from'] | Hop['to']): number {
  if (place === 'off') return 0
  if (place === 'bar') return 25
  return place === 'hand' ? 26 : place
}

/** The words that wasm/game.c reads: a line for each thing said. */
export function setupText(
  game: string,
  terms: Partial<Terms> = {},
  options: Record<string, string> = {},
  ppn?: string
): string {
  const lines = [`game ${game}`]
  for (const [name, value] of Object.entries(options)) lines.push(`set ${name}=${value}`)
  for (const [name, value] of Object.entries(terms)) if (value !== undefined) lines.push(`${name} ${Number(value)}`)
  if (ppn) lines.push(`position ${ppn}`)
  return lines.map((line) => line.replace(/[\n\r]/g, ' ') + '\n').join('')
}

/** A game in the memory of an instance. */
export class WasmGame implements Game {
  constructor(
    private readonly wasm: Wasm,
    readonly handle: number,
    readonly info: GameInfo,
    readonly terms: Terms
  ) {}

  state(): State {
    return JSON.parse(this.wasm.ask('web_state', this.handle)) as State
  }

  apply(side: Side | null, words: string): string | null {
    return this.wasm.say('web_apply', words, this.handle, sideNumber(side)) || null
  }

  reason(side: Side, from: Hop['from'], to: Hop['to']): Reason | null {
    const numbers = [this.handle, sideNumber(side), placeNumber(from), placeNumber(to)]
    return JSON.parse(this.wasm.ask('web_explain', ...numbers)) as Reason | null
  }

  explain(side: Side, from: Hop['from'], to: Hop['to']): string {
    return this.reason(side, from, to)?.text ?? ''
  }

  plays(): { move: string; result: string }[] {
    return JSON.parse(this.wasm.ask('web_plays', this.handle)) as { move: string; result: string }[]
  }

  read(text: string): string | null | { error: string } {
    return JSON.parse(this.wasm.say('web_read', text, this.handle)) as string | null | { error: string }
  }

  clone(): WasmGame {
    return new WasmGame(this.wasm, this.wasm.call('web_clone', this.handle), this.info, this.terms)
  }

  free(): void {
    this.wasm.call('web_free', this.handle)
  }
}

export class WasmCore implements Core {
  private readonly list: GameInfo[]

  constructor(readonly wasm: Wasm) {
    this.list = JSON.parse(wasm.ask('web_games')) as GameInfo[]
  }

  games(): GameInfo[] {
    return this.list
  }

  levels(): string[] {
    return JSON.parse(this.wasm.ask('web_levels')) as string[]
  }

  create(game: string, terms: Partial<Terms> = {}, options: Record<string, string> = {}, ppn?: string): WasmGame {
    const made = JSON.parse(this.wasm.say('web_create', setupText(game, terms, options, ppn))) as
      | { handle: number; terms: Terms; info: GameInfo }
      | { error: string }
    if ('error' in made) throw new Error(made.error)
    return new WasmGame(this.wasm, made.handle, made.info, made.terms)
  }
}

export function coreOf(module: WebAssembly.Module): WasmCore {
  return new WasmCore(new Wasm(module))
}

let loading: Promise<WasmCore> | undefined

/** For the main thread; the library has no nets inside. */
export function loadCore(): Promise<Core> {
  loading ??= loadModule('/pasch.wasm').then(coreOf)
  return loading
}
