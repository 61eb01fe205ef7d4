/* Finding a linked game: a new one, one by its link, or somebody who wants the same. */
import { newSeed } from '../core/dice'
import type { Core, Side } from '../core/types'
import { t } from './i18n'
import { OnlineSession } from './online'
import type { Setup } from './record'
import { readSetup } from './record'
import type { ServerEnd, Welcome } from './seats'
import { seat } from './seats'
import type { ClockTerms, Kept, KeptEvent } from './store'
import { keep, load, loadAll } from './store'
import type { WireState } from './wire'
import { Wire } from './wire'

export interface Order {
  game: string
  terms: Setup['terms']
  options: Record<string, string>
  side: Side | 'random'
  clock: ClockTerms
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
  await keep(
    seat(id, String(answer.token), side, provisional(order), { ...(links ? { links } : {}), clock: order.clock })
  )
  return id
}

const clockOrder = (clock: ClockTerms): ClockTerms | { kind: 'none' } =>
  clock.kind === 'none' ? { kind: 'none' } : clock

function provisional(order: Pick<Order, 'game' | 'terms' | 'options'>): Setup {
  const set = Object.entries(order.options).map(([name, value]) => `${name}=${value}`)
  const { game, terms } = order
  return { pasch: 'record 1', game, set, players: ['human', 'human'], position: '', seed: '', terms }
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
      void keep(seat(hit.game, hit.token, hit.side, provisional(order), { clock: order.clock, links })).then(() =>
        found(hit.game)
      )
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
    : seat(await freeId(id, welcome.side), own, welcome.side, setup, {
        table: id,
        seed,
        ...(clock?.kind ? { clock } : {}),
      })
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
  const response = await fetch(`/api/v1/games/${kept.table ?? kept.id}`, {
    headers: { Authorization: `Bearer ${kept.token}` },
  })
  if (!response.ok) throw new Error(t('link.failed', { code: response.status }))
  const game = (await response.json()) as Described
  const events = game.events.map(({ side, event, time }) => ({ by: side, do: event, time }))
  const fresh: Kept = {
    ...kept,
    setup: readSetup(game.setup),
    events: events.length,
    score: game.score,
    updated: events[events.length - 1]?.time ?? kept.updated,
    ...(game.over
      ? { status: 'over' as const, end: game.over.reason, winner: game.over.winner ?? ('draw' as const) }
      : {}),
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
