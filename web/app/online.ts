/* Linked games: the server is the referee. What the person does is shown at once and sent, one event after the other,
 * each with a name of its own (ref), so that sending it again does no harm; what the server tells is what holds. */
import type { Core, Side } from '../core/types'
import { t } from './i18n'
import type { DiceSetup } from './record'
import { readSetup } from './record'
import type { Presence, ServerClock, ServerEnd, Welcome } from './seats'
import { seat } from './seats'
import type { Kept, KeptEvent, Outgoing } from './store'
import { keep, keepEvent, newId } from './store'
import type { Clocks, Link, Session } from './table'
import { Table } from './table'
import type { Message, WireState } from './wire'
import { Wire } from './wire'

const unforeseeable = (words: string) => words === 'roll' || words === 'next'

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
    /* what a throw or a new game brings must be seen first */
    if (this.outbox.some((out) => unforeseeable(out.do))) return null
    if (!unforeseeable(words)) {
      const trial = this.pendingGame()
      const wrong = trial.apply(side, words)
      trial.free()
      if (wrong) return wrong
    }
    this.trouble = ''
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
    for (const out of this.outbox) if (!unforeseeable(out.do)) game.apply(out.side, out.do)
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
      const event = {
        by: (message.side as Side | null) ?? null,
        do: message.event,
        time: Number(message.time) || Date.now(),
      }
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
    this.kept = {
      ...this.kept,
      updated: event.time,
      events: this.events.length,
      score: this.sure.score,
      outbox: this.outbox,
    }
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
      /* sent too early or too fast, or not stored: once more, when what was missed is here */
      if (code === 'store' || code === 'stale' || code === 'rate') {
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
