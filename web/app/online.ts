/* Linked games: the server is the referee. What the person does is shown at once and sent, one event after the other,
 * each with a name of its own (ref), so that sending it again does no harm; what the server tells is what holds. */
import type { Core, Side } from '../core/types'
import { newSeed } from '../core/dice'
import { t } from './i18n'
import type { DiceSetup, Setup } from './record'
import { readSetup } from './record'
import type { ClockTerms, End, Kept, KeptEvent, Outgoing } from './store'
import { keep, keepEvent, load, loadAll, newId } from './store'
import type { Clocks, Link, Session } from './table'
import { Table } from './table'
import type { Message, WireState } from './wire'
import { Wire } from './wire'

export interface Order {
  game: string
  terms: Setup['terms']
  options: Record<string, string>
  side: Side | 'random'
  clock: ClockTerms
}

interface Welcome {
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

type Presence = Record<Side, { online: boolean; since?: number }>

interface ServerEnd {
  reason: End
  winner: Side | null
}

interface ServerClock {
  x: number
  o: number
  running: Side | null
}

async function ask(path: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error(t('link.unreachable'))
  })
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (!response.ok || typeof answer.error === 'string')
    throw new Error(typeof answer.error === 'string' ? answer.error : t('link.failed', { code: response.status }))
  return answer
}

/** A new linked game. Its seat is kept in this browser; the address of the game is returned. */
export async function orderGame(order: Order): Promise<string> {
  const answer = await ask('/api/v1/games', { ...order, clock: clockOrder(order.clock), open: false })
  const id = String(answer.game)
  const links = (answer.links ?? {}) as Kept['links']
  const side = answer.side === 'o' ? 'o' : 'x'
  await keep(seat(id, String(answer.token), side, provisional(order), { ...(links ? { links } : {}), clock: order.clock }))
  return id
}

export const clockOrder = (clock: ClockTerms): ClockTerms | { kind: 'none' } =>
  clock.kind === 'none' ? { kind: 'none' } : clock

function provisional(order: Pick<Order, 'game' | 'terms' | 'options'>): Setup {
  const set = Object.entries(order.options).map(([name, value]) => `${name}=${value}`)
  const { game, terms } = order
  return { pasch: 'record 1', game, set, players: ['human', 'human'], position: '', seed: '', terms }
}

function seat(id: string, token: string, mine: Side | null, setup: Setup, more: Partial<Kept> = {}): Kept {
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

interface Found {
  game: string
  token: string
  side: Side
  links?: { watch?: string }
}

/** Waits for somebody who wants the same. The function returned gives up. */
export function seek(
  order: Pick<Order, 'game' | 'terms' | 'options' | 'clock'>,
  found: (id: string) => void,
  onState: (state: WireState, trouble: string) => void
): () => void {
  const wire: Wire = new Wire(
    () => ({ seek: { ...order, clock: clockOrder(order.clock) } }),
    (message) => {
      if (typeof message.error === 'string') onState('offline', message.error)
      const hit = message.found as Found | undefined
      if (!hit) return
      wire.close()
      const links = hit.links ?? {}
      void keep(seat(hit.game, hit.token, hit.side, provisional(order), { clock: order.clock, links })).then(() => found(hit.game))
    },
    (state) => onState(state, '')
  )
  return () => {
    wire.send({ leave: true })
    wire.close()
  }
}

/** Where a kept seat is taken again. Only one seat of a game goes without its token in the address. */
export function seatAddress(kept: Kept): string {
  const table = kept.table ?? kept.id
  return kept.id === table ? `/g/${table}` : `/g/${table}#${kept.token}`
}

async function knownSeat(id: string, token: string): Promise<{ kept: Kept; events: KeptEvent[] } | null> {
  const first = await load(id)
  if (!token || first?.kept.token === token) return first
  const other = (await loadAll()).find((kept) => kept.table === id && kept.token === token)
  return other ? load(other.id) : null
}

/** Sits down at a linked game: with the token of the link, or the one that this browser has kept. */
export async function joinGame(core: Core, id: string, token: string): Promise<OnlineSession> {
  const known = await knownSeat(id, token).catch(() => null)
  if (known?.events.length) return new OnlineSession(core, known.kept, known.events)
  const own = token || known?.kept.token
  if (!own) throw new Error(t('link.noToken'))
  const seed = known?.kept.seed ?? newSeed()
  const welcome = await firstWelcome(id, own, seed)
  const setup = readSetup(welcome.setup)
  const clock = welcome.setup.clock as ClockTerms | undefined
  const kept = known
    ? { ...known.kept, setup, mine: welcome.side }
    : seat(await freeId(id, welcome.side), own, welcome.side, setup, { table: id, seed, ...(clock?.kind ? { clock } : {}) })
  await keep(kept).catch(() => undefined)
  return new OnlineSession(core, kept, [])
}

interface Described {
  setup: Record<string, unknown>
  events: { side: Side | null; event: string; time: number }[]
  actor: Side | null
  score: { x: number; o: number }
  over: ServerEnd | null
  secret: string | null
}

/** How a linked game stands by now, kept for "My games". The side that must act, or null. */
export async function refresh(kept: Kept): Promise<{ kept: Kept; actor: Side | null }> {
  const response = await fetch(`/api/v1/games/${kept.table ?? kept.id}`, { headers: { Authorization: `Bearer ${kept.token}` } })
  if (!response.ok) throw new Error(t('link.failed', { code: response.status }))
  const game = (await response.json()) as Described
  const events = game.events.map(({ side, event, time }) => ({ by: side, do: event, time }))
  const fresh: Kept = {
    ...kept,
    setup: readSetup(game.setup),
    events: events.length,
    score: game.score,
    updated: events[events.length - 1]?.time ?? kept.updated,
    ...(game.over ? { status: 'over' as const, end: game.over.reason, winner: game.over.winner ?? ('draw' as const) } : {}),
    ...(game.secret ? { secret: game.secret } : {}),
  }
  await keep(fresh, events)
  return { kept: fresh, actor: game.over ? null : game.actor }
}

/* Who opens the links of both sides in one browser has two seats; who only watched gives that up for a seat. */
async function freeId(id: string, side: Side | null): Promise<string> {
  const taken = await load(id).catch(() => null)
  return taken && taken.kept.mine !== null ? `${id}-${side ?? 'watch'}` : id
}

function firstWelcome(id: string, token: string, seed: string): Promise<Welcome> {
  return new Promise((resolve, reject) => {
    const wire: Wire = new Wire(
      () => ({ join: id, token, have: 0, seed }),
      (message) => {
        if (message.welcome) resolve(message.welcome as Welcome)
        else if (typeof message.error === 'string') reject(new Error(message.error))
        else return
        wire.close()
      },
      () => undefined
    )
    setTimeout(() => {
      wire.close()
      reject(new Error(t('link.unreachable')))
    }, 15_000)
  })
}

export class OnlineSession extends Table implements Session {
  readonly thinking = false
  link: Link = 'connecting'
  clocks: Clocks | null = null
  present: { x: boolean; o: boolean } | null = null
  drawOffer: Side | null = null
  rematch: Session['rematch'] = 'none'
  draws = false
  /** When a side that is away was last seen, and after how many milliseconds it has lost if it had to act. */
  since: { x: number; o: number } = { x: 0, o: 0 }
  claimAfter = Infinity
  private readonly wire: Wire
  private outbox: Outgoing[]
  /** The server's last event when it greeted: before that is here nothing is sent again. */
  private until = Infinity
  private waiting = false

  constructor(core: Core, kept: Kept, events: readonly KeptEvent[]) {
    super(core, kept, events)
    this.outbox = kept.outbox ?? []
    this.showPending()
    this.wire = new Wire(
      () => ({ join: kept.table ?? kept.id, token: this.kept.token, have: this.events.length, seed: this.kept.seed }),
      (message) => this.hear(message),
      (state) => this.linked(state)
    )
  }

  get mine(): Side | null {
    return this.kept.mine === 'x' || this.kept.mine === 'o' ? this.kept.mine : null
  }

  act(words: string, side: Side | null = this.state.actor): string | null {
    if (!this.mine) return t('link.watching')
    if (words !== 'next' && side !== this.mine) return t('link.notYourTurn')
    if (words !== 'roll' && words !== 'next') {
      const trial = this.pendingGame()
      const wrong = trial.apply(side, words)
      trial.free()
      if (wrong) return wrong
    } else if (this.outbox.some((out) => out.do === words)) return null
    this.outbox = [...this.outbox, { do: words, side: this.mine, ref: newId(), seq: 0 }]
    this.keepOutbox()
    this.showPending()
    this.sendNext()
    this.tell(null)
    return null
  }

  finish(): void {
    this.wire.send({ leave: true })
  }

  claim(): void {
    this.wire.send({ claim: true })
  }

  offerDraw(answer: 'offer' | 'accept' | 'decline'): void {
    this.wire.send({ draw: answer })
    this.drawOffer = answer === 'offer' ? this.mine : null
    this.tell(null)
  }

  askRematch(): void {
    this.wire.send({ rematch: true })
    this.rematch = 'wanted'
    this.tell(null)
  }

  private pendingGame() {
    const game = this.game.clone()
    for (const out of this.outbox) if (out.do !== 'roll' && out.do !== 'next') game.apply(out.side, out.do)
    return game
  }

  private showPending(): void {
    if (!this.outbox.length) {
      this.state = this.sure
      return
    }
    const game = this.pendingGame()
    this.state = game.state()
    game.free()
  }

  private keepOutbox(): void {
    this.kept = { ...this.kept, outbox: this.outbox }
    keep(this.kept).catch(() => undefined)
  }

  private sendNext(): void {
    const out = this.outbox[0]
    if (!out || this.waiting || this.events.length < this.until) return
    const seq = this.events.length
    this.waiting = this.wire.send({ do: out.do, ref: out.ref, seq })
  }

  private linked(state: WireState): void {
    if (this.link === 'refused') return
    this.link = state
    this.waiting = false
    this.until = Infinity
    this.tell(null)
  }

  private hear(message: Message): void {
    if (this.closed) return
    if (message.welcome) this.welcomed(message.welcome as Welcome)
    else if (typeof message.seq === 'number' && typeof message.event === 'string') {
      const event = { by: (message.side as Side | null) ?? null, do: message.event, time: Number(message.time) || Date.now() }
      this.happened(message.seq, event, message.ref)
    } else if (typeof message.error === 'string') this.refused(message.error, message.code, message.ref)
    if (message.players) this.seated(message.players as Presence)
    if (message.clock !== undefined) this.setClock(message.clock as ServerClock | null)
    if (message.dice) this.seeded(message.dice as DiceSetup)
    if (message.over) this.ended(message.over as ServerEnd)
    if (typeof message.secret === 'string') this.revealed(message.secret)
    if (message.draw !== undefined) this.drawn(message.draw)
    if (message.rematch !== undefined) this.again(message.rematch)
  }

  private welcomed(welcome: Welcome): void {
    const setup = readSetup(welcome.setup)
    this.kept = { ...this.kept, setup, mine: welcome.side }
    this.until = welcome.seq
    this.draws = welcome.draws ?? false
    this.claimAfter = (welcome.claim ?? Infinity) * 1000
    this.drawOffer = welcome.draw ?? null
    if (welcome.players) this.seated(welcome.players)
    this.setClock(welcome.clock ?? null)
    if (welcome.over) this.ended(welcome.over)
    keep(this.kept).catch(() => undefined)
    this.sendNext()
    this.tell(null)
  }

  private happened(seq: number, event: KeptEvent, ref: unknown): void {
    if (ref !== undefined) this.confirm(ref)
    if (seq <= this.events.length) {
      /* the answer to something that had been sent twice */
      this.keepOutbox()
      this.showPending()
      this.sendNext()
      return this.tell(null)
    }
    if (seq > this.events.length + 1) return this.wire.again()
    const made = this.apply(event)
    if (typeof made === 'string') {
      this.trouble = t('link.disagree', { why: made })
      this.tell(null)
      return
    }
    if (ref === undefined) this.settle(event)
    this.kept = { ...this.kept, updated: event.time, events: this.events.length, score: this.sure.score, outbox: this.outbox }
    keepEvent(this.kept, made.index, made.event).catch(() => undefined)
    this.trouble = ''
    this.showPending()
    this.tell(made)
    this.sendNext()
  }

  private confirm(ref: unknown): void {
    if (this.outbox[0]?.ref !== ref) return
    this.outbox = this.outbox.slice(1)
    this.waiting = false
  }

  /* Events that were missed come without a ref. What waits first is known by its words; anything else by the own side,
   * from another window, makes the rest void. */
  private settle(event: KeptEvent): void {
    const out = this.outbox[0]
    if (!out || event.by !== this.mine) return
    const same = event.do === out.do || (out.do === 'roll' && event.do.startsWith('roll '))
    this.outbox = same ? this.outbox.slice(1) : []
    this.waiting = false
  }

  private refused(error: string, code: unknown, ref: unknown): void {
    if (ref !== undefined && this.outbox[0]?.ref === ref) {
      this.waiting = false
      /* sent too early, or not stored: once more, when what was missed is here */
      if (code === 'store' || code === 'stale') {
        setTimeout(() => this.sendNext(), 500)
        return
      }
      this.outbox = []
      this.keepOutbox()
      this.showPending()
    } else if (code === 'gone') {
      this.link = 'refused'
      this.wire.close()
    } else if (ref !== undefined) return
    this.trouble = error
    this.tell(null)
  }

  private seeded(dice: DiceSetup): void {
    const seeds = dice.seeds ?? { x: '', o: '' }
    this.kept = { ...this.kept, setup: { ...this.kept.setup, dice: { ...dice, seeds } } }
    keep(this.kept).catch(() => undefined)
  }

  private ended(end: ServerEnd): void {
    this.kept = { ...this.kept, status: 'over', winner: end.winner ?? 'draw', end: end.reason, outbox: [] }
    this.outbox = []
    this.showPending()
    this.drawOffer = null
    keep(this.kept).catch(() => undefined)
    this.tell(null)
  }

  private seated(players: Presence): void {
    this.present = { x: !!players.x?.online, o: !!players.o?.online }
    this.since = { x: players.x?.since ?? 0, o: players.o?.since ?? 0 }
    this.tell(null)
  }

  /* Of the free seconds of a turn the server does not speak: they are counted from when it began. */
  private setClock(clock: ServerClock | null): void {
    const { clock: terms } = this.kept
    const now = performance.now()
    const before = this.clocks
    let free = 0
    if (clock?.running && terms?.kind === 'delay')
      free = before?.running === clock.running ? Math.max(0, before.free - (now - before.at)) : terms.increment * 1000
    this.clocks = clock ? { x: clock.x, o: clock.o, running: clock.running, at: now, free } : null
    this.tell(null)
  }

  private revealed(secret: string): void {
    this.kept = { ...this.kept, secret }
    keep(this.kept).catch(() => undefined)
    this.tell(null)
  }

  private drawn(offer: unknown): void {
    this.drawOffer = offer === 'x' || offer === 'o' ? offer : null
    this.tell(null)
  }

  private again(rematch: unknown): void {
    const next = rematch as { offered?: Side; game?: string; token?: string; side?: Side; links?: { watch?: string } }
    if (next.game && next.token) {
      const id = next.game
      const { setup, clock } = this.kept
      const fresh = { ...setup }
      delete fresh.dice
      const more = { ...(clock ? { clock } : {}), ...(next.links ? { links: next.links } : {}) }
      void keep(seat(id, next.token, next.side ?? null, fresh, more)).then(() => {
        this.rematch = { id }
        this.tell(null)
      })
    } else {
      this.rematch = next.offered === this.mine ? 'wanted' : 'offered'
      this.tell(null)
    }
  }

  override close(): void {
    this.wire.close()
    super.close()
  }
}

