/* Games in this page: against a bot, or two people at one screen. The house throws the dice; the bot is asked with the
 * events that have happened and knows nothing else. */
import { newSeed, openHouse, throwsIn } from '../core/dice'
import type { House } from '../core/dice'
import type { Core, Engine, Side } from '../core/types'
import { Clock } from './clock'
import { t } from './i18n'
import type { Setup } from './record'
import { optionsOf, setupTerms, termsOf } from './record'
import { settings } from './settings'
import type { ClockTerms, Kept } from './store'
import { keep, keepEvent, newId } from './store'
import type { Clocks, Happening, Session } from './table'
import { Table, asEvent } from './table'

/** How long a throw lies there before the bot plays it, and how long opening dice do. */
const pauses = { off: 0, fast: 250, normal: 700, slow: 1400 }

export interface Wanted {
  game: string
  terms: Setup['terms']
  options: Record<string, string>
  /** Level of the bot that plays the side; null = a person. */
  level: { x: number | null; o: number | null }
  clock?: ClockTerms
  seed?: string
}

/** A new game, kept at once. */
export async function startLocal(core: Core, wanted: Wanted): Promise<Kept> {
  const game = core.create(wanted.game, termsOf({ terms: wanted.terms } as Setup), wanted.options)
  const terms = setupTerms(game.terms)
  game.free()
  const seeds = { x: newSeed(), o: newSeed() }
  const person: Side = wanted.level.x === null ? 'x' : 'o'
  if (wanted.seed) seeds[person] = wanted.seed
  const house = openHouse(seeds)
  const player = (level: number | null) => (level === null ? 'human' : `level:${level}`)
  const kept: Kept = {
    id: newId(),
    kind: 'local',
    setup: {
      pasch: 'record 1',
      game: wanted.game,
      set: Object.entries(wanted.options).map(([name, value]) => `${name}=${value}`),
      players: [player(wanted.level.x), player(wanted.level.o)],
      position: '',
      seed: '',
      terms,
      dice: house.setup,
    },
    mine: wanted.level.x === null && wanted.level.o === null ? 'both' : person,
    created: Date.now(),
    updated: Date.now(),
    status: 'open',
    score: { x: 0, o: 0 },
    winner: null,
    events: 0,
    clock: wanted.clock ?? { kind: 'none', seconds: 0, increment: 0 },
    secret: house.reveal(),
    botSeed: crypto.getRandomValues(new Uint32Array(1))[0]!,
  }
  await keep(kept)
  return kept
}

export function levelOf(kept: Kept, side: Side): number | null {
  const player = kept.setup.players[side === 'x' ? 0 : 1]
  return player.startsWith('level:') ? Number(player.slice(6)) : null
}

let engine: Promise<Engine> | null = null
export function theEngine(): Promise<Engine> {
  engine ??= import('../core/engine').then((module) => module.startEngine())
  engine.catch(() => (engine = null))
  return engine
}

/** Fetches ahead what the bot needs, so that its first move does not wait for it. */
export async function wakeEngine(game: string, options: Record<string, string> = {}): Promise<void> {
  try {
    await (await theEngine()).ready(game, options)
  } catch {
    /* the first question says what is wrong */
  }
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export class LocalSession extends Table implements Session {
  thinking = false
  readonly link = 'none' as const
  readonly present = null
  readonly drawOffer = null
  readonly draws = false
  readonly rematch = 'none' as const
  private readonly house: House
  private readonly clock: Clock | null
  private flag: ReturnType<typeof setTimeout> | undefined
  private busy = false

  constructor(core: Core, kept: Kept, events: ConstructorParameters<typeof Table>[2]) {
    super(core, kept, events)
    this.house = openHouse(kept.setup.dice!.seeds, kept.secret)
    this.clock = kept.clock && kept.clock.kind !== 'none' ? new Clock(kept.clock, kept.left) : null
    if (kept.status === 'open') {
      if (kept.mine !== 'both') void wakeEngine(kept.setup.game, optionsOf(kept.setup))
      this.clock?.follow(this.state)
      this.watchFlag()
      queueMicrotask(() => void this.advance())
    }
  }

  get clocks(): Clocks | null {
    return this.clock?.read() ?? null
  }

  act(words: string, side: Side | null = this.state.actor): string | null {
    if (this.kept.status !== 'open') return t('play.isOver')
    if (words === 'roll' || words === 'opening') words = `${words} ${this.throwDice()}`
    return this.happen(side, words)
  }

  private throwDice(): string {
    return this.house.dice(throwsIn(this.events.map((event) => event.do)) + 1).join('')
  }

  private happen(by: Side | null, words: string): string | null {
    const made = this.apply({ by, do: words, time: Date.now() })
    if (typeof made === 'string') return made
    this.note(made)
    this.tell(made)
    void this.advance()
    return null
  }

  private note(made: Happening): void {
    const { state } = this
    const over = state.phase === 'over'
    this.clock?.follow(state)
    this.kept = {
      ...this.kept,
      updated: made.event.time,
      events: this.events.length,
      score: state.score,
      status: over ? 'over' : 'open',
      winner: over ? matchWinner(state.score, state.winner) : null,
      ...(this.clock ? { left: this.leftNow() } : {}),
    }
    this.watchFlag()
    keepEvent(this.kept, made.index, made.event).catch(() => this.complain())
  }

  private leftNow(): { x: number; o: number } {
    const { x, o } = this.clock!.read()
    return { x, o }
  }

  private complain(): void {
    if (this.trouble) return
    this.trouble = t('play.notKept')
    this.tell(null)
  }

  private watchFlag(): void {
    clearTimeout(this.flag)
    const left = this.clock?.untilFlag()
    if (left == null || this.kept.status !== 'open') return
    this.flag = setTimeout(() => this.outOfTime(), left + 20)
  }

  private outOfTime(): void {
    const late = this.clock?.read().running
    if (this.closed || !late) return
    if (this.clock!.untilFlag()! > 0) return this.watchFlag()
    this.clock!.stop()
    this.leave({ status: 'over', winner: late === 'x' ? 'o' : 'x', end: 'time', left: this.leftNow() })
  }

  finish(): void {
    const { score, winner } = this.state
    this.leave({ status: 'over', end: 'finished', winner: matchWinner(score, winner) })
  }

  /** Once more, after the bot could not be asked. */
  retry(): void {
    this.trouble = ''
    this.tell(null)
    void this.advance()
  }

  /** Gives the match up for good, so that its dice can be checked. */
  abandon(): void {
    this.leave({ status: 'abandoned' })
  }

  private leave(changes: Partial<Kept>): void {
    this.clock?.stop()
    this.kept = { ...this.kept, ...changes, updated: Date.now() }
    keep(this.kept).catch(() => this.complain())
    this.tell(null)
  }

  private isBot(side: Side | null): side is Side {
    return side !== null && levelOf(this.kept, side) !== null
  }

  /** Does what nobody has to decide, and lets the bot play. */
  private async advance(): Promise<void> {
    if (this.busy) return
    this.busy = true
    try {
      while (!this.closed && this.kept.status === 'open' && (await this.step()));
    } finally {
      this.busy = false
    }
  }

  private async step(): Promise<boolean> {
    const { state } = this
    if (state.phase === 'opening') {
      await wait(pauses[settings().speed] / 2)
      return !this.closed && this.state === state && this.act('opening', null) === null
    }
    if (state.due === 'reply' && this.isBot(state.actor)) return this.act('roll') === null
    if (!this.isBot(state.actor)) return false
    return this.letBotAct(state.actor)
  }

  private async letBotAct(side: Side): Promise<boolean> {
    const { kept, state } = this
    const after = this.events[this.events.length - 1]?.do ?? ''
    const shown = /^(roll|opening|choose) /.test(after) ? wait(pauses[settings().speed]) : Promise.resolve()
    this.thinking = true
    this.tell(null)
    let words: string
    try {
      const bot = await theEngine()
      const { setup } = kept
      words = await bot.act(
        setup.game,
        termsOf(setup),
        optionsOf(setup),
        this.events.map(asEvent),
        levelOf(kept, side)!,
        kept.botSeed ?? 1,
        setup.position || undefined
      )
      await shown
    } catch (error) {
      this.thinking = false
      this.trouble = t('play.botFailed', { why: error instanceof Error ? error.message : String(error) })
      this.tell(null)
      return false
    }
    this.thinking = false
    if (this.closed || this.state !== state || this.kept.status !== 'open') return !this.closed
    const wrong = this.act(words, side)
    if (wrong) {
      this.trouble = t('play.botFailed', { why: wrong })
      this.tell(null)
    }
    return !wrong
  }

  override close(): void {
    clearTimeout(this.flag)
    super.close()
  }
}

/** Who has won a match that is over: by points, and if there is but one game, by that. */
export function matchWinner(score: { x: number; o: number }, last: Side | 'draw' | null): Side | 'draw' {
  if (score.x !== score.o) return score.x > score.o ? 'x' : 'o'
  return last === 'x' || last === 'o' ? (score.x || score.o ? 'draw' : last) : 'draw'
}
