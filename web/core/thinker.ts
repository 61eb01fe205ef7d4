/* What the worker does: thinks about one game at a time, with the nets that it is given. */
import { setupText, type WasmCore, type WasmGame } from './core'
import type { TableNames, Tables } from './tables'
import type { CubeAdvice, Evaluation, Event, Ranked, Review, ReviewDecision, ReviewSide, Side, Terms } from './types'

/** What is played, and from where. */
export interface Table {
  game: string
  terms: Partial<Terms>
  options: Record<string, string>
  ppn?: string | undefined
}

/** The bytes of a net file by its name without the ending, null if there is none. */
export type FetchNet = (name: string) => Promise<Uint8Array | null>

/** The tables of these names; `lines` is the set-up of the game. */
export type FindTables = (lines: string, names: TableNames) => Promise<Tables>

/* So many turns after the start tables are not asked for yet, so that nobody needs to wait for them. */
const EARLY = 10

/* Decisions are looked at so far ahead; those that look like mistakes, so many of each side, once more and further. */
const LOOK = 1
const SECOND_LOOK = 2
const SECOND_LOOKS = 8
const MISTAKE = 0.02

/* Bots of a level at a table, and the events that they have seen. */
interface Seat {
  game: WasmGame
  seen: Event[]
  /** One for each side; 0: the game cannot be thought about. */
  minds: { x: number; o: number }
}

/* Two bots of different levels may play each other. */
const SEATS = 2

interface Kept {
  decision: ReviewDecision
  game: WasmGame
  words: string
}

/* Numbers come as their bits, "~3f800000". */
const bits = new DataView(new ArrayBuffer(4))
function parse<T>(text: string): T {
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('~')) return value
    bits.setUint32(0, parseInt(value.slice(1), 16))
    return bits.getFloat32(0)
  }) as T
}

const sideNumber = (side: Side | null) => (side === 'o' ? 1 : 0)
const isThrow = (words: string) => /^(opening|roll) /.test(words)

/* Of the game that is being played. */
function isEarly(events: Event[]): boolean {
  const words = events.map(([, words]) => words)
  return words.slice(words.lastIndexOf('next') + 1).filter((each) => each.startsWith('roll')).length < EARLY
}

export class Thinker {
  private open = ''
  private judged = false
  private coming: Promise<void> | undefined
  private readonly seats = new Map<string, Seat>()

  constructor(
    private readonly core: WasmCore,
    private readonly fetchNet: FetchNet,
    private readonly findTables: FindTables
  ) {}

  private get wasm() {
    return this.core.wasm
  }

  /* Opens the game that is to be thought about; false if nothing is known about it. */
  private async prepare(game: string, options: Record<string, string>): Promise<boolean> {
    const lines = setupText(game, {}, options)
    if (this.open !== lines) await this.openGame(game, lines)
    return this.judged
  }

  /* The same for a question. What comes early in a game does not wait for tables. */
  private async prepareAll(game: string, options: Record<string, string>, early: boolean): Promise<boolean> {
    if (!(await this.prepare(game, options))) return false
    this.coming ??= this.bringTables(this.open)
    if (!early) await this.coming
    return true
  }

  private async openGame(game: string, lines: string): Promise<void> {
    const names = JSON.parse(this.wasm.say('web_nets', game)) as string[]
    const nets = await Promise.all(names.map((name) => this.fetchNet(name)))
    const tables = nets[0] ? undefined : await this.tablesOf(lines)
    for (const key of [...this.seats.keys()]) this.leave(key) /* minds go with their search */
    this.give('web_net_room', nets)
    if (tables) this.give('web_table_room', tables)
    this.judged = this.wasm.say('web_think', lines) === ''
    this.open = lines
    this.coming = tables ? Promise.resolve() : undefined
  }

  /* What is not there is not known. */
  private async tablesOf(lines: string): Promise<Tables | undefined> {
    const names = JSON.parse(this.wasm.say('web_tables', lines)) as TableNames
    if (!names[0] && !names[1]) return undefined
    return this.findTables(lines, names).catch(() => undefined)
  }

  private async bringTables(lines: string): Promise<void> {
    const tables = await this.tablesOf(lines)
    if (!tables || this.open !== lines) return
    this.give('web_table_room', tables)
    this.wasm.call('web_take_tables')
  }

  private give(room: string, all: (Uint8Array | null)[]): void {
    all.forEach((bytes, i) => bytes && this.wasm.put(this.wasm.call(room, i, bytes.length), bytes))
  }

  /** Whether the game can be thought about. Makes nothing that is needed only later. */
  ready(game: string, options: Record<string, string>): Promise<boolean> {
    return this.prepare(game, options)
  }

  /* Bots. */

  private leave(key: string): void {
    const seat = this.seats.get(key)
    if (!seat) return
    for (const mind of Object.values(seat.minds)) if (mind) this.wasm.call('web_mind_free', mind)
    seat.game.free()
    this.seats.delete(key)
  }

  private sitDown(key: string, table: Table, level: number, seed: number): Seat {
    this.leave(key)
    if (this.seats.size === SEATS) this.leave([...this.seats.keys()][0]!)
    const game = this.core.create(table.game, table.terms, table.options, table.ppn)
    const mind = () => (this.judged ? this.wasm.call('web_mind', game.handle, level) : 0)
    const seat: Seat = { game, seen: [], minds: { x: mind(), o: mind() } }
    this.begin(seat, seed, 0)
    this.seats.set(key, seat)
    return seat
  }

  private begin(seat: Seat, seed: number, games: number): void {
    for (const mind of Object.values(seat.minds)) if (mind) this.wasm.call('web_mind_begin', mind, seed, games)
  }

  private decide(seat: Seat, side: Side, seed: number): string {
    return this.wasm.ask('web_act', seat.game.handle, seat.minds[side], seed)
  }

  /* A mind remembers with how much it has resigned, so that it must be asked again what it did. */
  private see(seat: Seat, seed: number, [by, words]: Event): void {
    if (by && words.startsWith('resign') && seat.game.state().actor === by) this.decide(seat, by, seed)
    const error = seat.game.apply(by, words)
    if (error) throw new Error(`${words}: ${error}`)
    seat.seen.push([by, words])
    if (words === 'next') this.begin(seat, seed, seat.game.state().games)
  }

  async act(table: Table, events: Event[], level: number, seed: number): Promise<string> {
    await this.prepareAll(table.game, table.options, !table.ppn && isEarly(events))
    const lines = setupText(table.game, table.terms, table.options, table.ppn)
    const key = JSON.stringify([lines, level, seed])
    const known = this.seats.get(key)
    const same =
      known &&
      known.seen.length <= events.length &&
      known.seen.every(([by, words], i) => by === events[i]![0] && words === events[i]![1])
    const seat = same ? known : this.sitDown(key, table, level, seed)
    try {
      for (const event of events.slice(seat.seen.length)) this.see(seat, seed, event)
      const { actor } = seat.game.state()
      if (!actor) throw new Error('nobody must act now')
      return this.decide(seat, actor, seed)
    } catch (error) {
      this.leave(key)
      throw error
    }
  }

  /* Positions. */

  private async ask<T>(name: string, ppn: string, options: Record<string, string>, ...numbers: number[]): Promise<T> {
    /* Identifiers of other programs are of standard backgammon. */
    const word = ppn.trim().split(/\s+/)[0]!
    const game = this.core.games().some(({ id }) => id === word) ? word : 'standard'
    const ply = /\bply=(\d+)/.exec(ppn)
    await this.prepareAll(game, options, ply !== null && Number(ply[1]) < EARLY)
    const answer = parse<T | { error: string }>(this.wasm.say(name, ppn, ...numbers))
    if (answer && typeof answer === 'object' && 'error' in answer) throw new Error(answer.error)
    return answer as T
  }

  best(ppn: string, options: Record<string, string>, plies: number, n: number): Promise<Ranked[]> {
    return this.ask('web_best', ppn, options, plies, n)
  }

  evaluate(ppn: string, options: Record<string, string>, plies: number): Promise<Evaluation> {
    return this.ask('web_evaluate', ppn, options, plies)
  }

  cube(ppn: string, options: Record<string, string>, plies: number): Promise<CubeAdvice> {
    return this.ask('web_cube', ppn, options, plies)
  }

  /* Looking back. */

  private judge(game: WasmGame, [by, words]: Event, plies: number) {
    type Judged = Pick<ReviewDecision, 'kind' | 'played' | 'best' | 'lost' | 'counts'>
    return parse<Judged | null>(this.wasm.say('web_judge', words, game.handle, sideNumber(by), plies))
  }

  /* Each opening throw is thought to be that of who begins. */
  private thrower([by, words]: Event): Side | null {
    const [, x, o] = /^opening (\d)(\d)/.exec(words) ?? []
    if (x === undefined || o === undefined) return by
    return x === o ? null : x > o ? 'x' : 'o'
  }

  private lookAt(game: WasmGame, index: number, event: Event, review: Review, kept: Kept[]): void {
    const [by, words] = event
    const { due, ppn, turn } = game.state()
    if (due === 'throw' && words.startsWith('roll'))
      review.curve.push({ index, x: this.wasm.call('web_chance', game.handle, LOOK) })
    if (isThrow(words)) {
      const side = this.thrower(event)
      const gain = this.wasm.call('web_luck', game.handle, sideNumber(by), this.wasm.text(words))
      if (side) review.luck.push({ index, side, luck: side === 'x' ? gain : -gain })
    }
    const judged = this.judge(game, event, LOOK)
    if (!judged) return
    const decision = { index, side: by ?? turn, ppn, ...judged }
    review.decisions.push(decision)
    if (judged.lost >= MISTAKE) kept.push({ decision, game: game.clone(), words })
  }

  private lookAgain(kept: Kept[], progress: (part: number) => void): void {
    const worst = (['x', 'o'] as const).flatMap((side) =>
      kept
        .filter(({ decision }) => decision.side === side)
        .sort((a, b) => b.decision.lost - a.decision.lost)
        .slice(0, SECOND_LOOKS)
    )
    worst.forEach(({ decision, game, words }, i) => {
      Object.assign(decision, this.judge(game, [decision.side, words], SECOND_LOOK))
      progress((1 + (i + 1) / worst.length) / 2)
    })
  }

  private sum(review: Review, side: Side): ReviewSide {
    const mine = review.decisions.filter((d) => d.side === side)
    const decisions = mine.filter((d) => d.counts).length
    const lost = mine.reduce((sum, d) => sum + d.lost, 0)
    const luck = review.luck.reduce((sum, l) => (l.side === side ? sum + l.luck : sum), 0)
    return { decisions, lost, luck, rate: decisions ? (1000 * lost) / decisions : 0 }
  }

  async review(table: Table, events: Event[], progress: (part: number) => void = () => {}): Promise<Review> {
    const none: ReviewSide = { decisions: 0, lost: 0, rate: 0, luck: 0 }
    const review: Review = { decisions: [], curve: [], luck: [], sides: { x: none, o: none }, judged: false }
    if (!(await this.prepareAll(table.game, table.options, false))) return review
    const game = this.core.create(table.game, table.terms, table.options, table.ppn)
    const kept: Kept[] = []
    try {
      events.forEach((event, index) => {
        this.lookAt(game, index, event, review, kept)
        const error = game.apply(event[0], event[1])
        if (error) throw new Error(`${event[1]}: ${error}`)
        const { phase } = game.state()
        if (phase === 'between' || phase === 'over')
          review.curve.push({ index: index + 1, x: this.wasm.call('web_chance', game.handle, 0) })
        progress((index + 1) / events.length / 2)
      })
      this.lookAgain(kept, progress)
    } finally {
      game.free()
      for (const each of kept) each.game.free()
    }
    return { ...review, sides: { x: this.sum(review, 'x'), o: this.sum(review, 'o') }, judged: true }
  }
}
