/* Records of games, as `pasch play --save` writes them: a line of setup, a line for each event, and at the end, where
 * the dice can be checked, the house's secret. */
import type { Event, Side, Terms } from '../core/types'
import { t } from './i18n'
import type { End } from './store'

export interface DiceSetup {
  method: string
  commitment: string
  seeds: { x: string; o: string }
}

export interface Setup {
  pasch: 'record 1'
  game: string
  /** Options of the game, "name=value". */
  set: string[]
  /** x and o: "human" or "level:4". */
  players: [string, string]
  position: string
  seed: string
  terms: {
    length: number
    rounds: number
    cube: boolean
    crawford: boolean
    jacoby: boolean
    beavers: boolean
    auto_doubles: number
    dead_cube: boolean
    swap_roles: boolean
  }
  dice?: DiceSetup
}

export interface GameRecord {
  setup: Setup
  events: Event[]
  secret: string | null
  /** How the match ended. */
  over?: { reason: End; winner: Side | null } | null
}

export function setupTerms(terms: Terms): Setup['terms'] {
  const { length, rounds, cube, crawford, jacoby, beavers } = terms
  return {
    length,
    rounds,
    cube,
    crawford,
    jacoby,
    beavers,
    auto_doubles: terms.autoDoubles,
    dead_cube: terms.deadCube,
    swap_roles: terms.swapRoles,
  }
}

export function termsOf(setup: Setup): Terms {
  const { length, rounds, cube, crawford, jacoby, beavers } = setup.terms
  return {
    length,
    rounds,
    cube,
    crawford,
    jacoby,
    beavers,
    autoDoubles: setup.terms.auto_doubles,
    deadCube: setup.terms.dead_cube,
    swapRoles: setup.terms.swap_roles,
  }
}

export function optionsOf(setup: Setup): Record<string, string> {
  return Object.fromEntries(setup.set.map((setting) => setting.split('=', 2) as [string, string]))
}

/** The side of an event that nobody makes is written as x: it means nothing. */
export function writeRecord(record: GameRecord): string {
  const lines: unknown[] = [record.setup]
  for (const [by, words] of record.events) lines.push({ by: by ?? 'x', do: words })
  if (record.over) lines.push({ over: record.over })
  if (record.secret) lines.push({ secret: record.secret })
  return lines.map((line) => JSON.stringify(line) + '\n').join('')
}

/** Throws an Error in words for people. Whether the events are legal is for the rules to say. */
export function readRecord(text: string): GameRecord {
  const lines = text.split('\n').filter((line) => line.trim())
  const parse = (line: string, number: number): Record<string, unknown> => {
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      throw new Error(t('record.noJson', { line: number }))
    }
    if (!value || typeof value !== 'object') throw new Error(t('record.noJson', { line: number }))
    return value as Record<string, unknown>
  }
  if (!lines.length) throw new Error(t('record.empty'))
  const setup = readSetup(parse(lines[0]!, 1))
  const events: Event[] = []
  let secret: string | null = null
  let over: GameRecord['over'] = null
  lines.slice(1).forEach((line, index) => {
    const entry = parse(line, index + 2)
    if (typeof entry.secret === 'string') secret = entry.secret
    else if (entry.over && typeof entry.over === 'object') over = entry.over as NonNullable<GameRecord['over']>
    else if (typeof entry.do === 'string' && (entry.by === 'x' || entry.by === 'o' || entry.by == null))
      events.push([(entry.by as Side | undefined) ?? null, entry.do])
    else throw new Error(t('record.noEvent', { line: index + 2 }))
  })
  return { setup, events, secret, over }
}

const isText = (value: unknown): value is string => typeof value === 'string'

export function readSetup(entry: Record<string, unknown>): Setup {
  const terms = entry.terms as Partial<Setup['terms']> | undefined
  const players = entry.players
  if (entry.pasch !== 'record 1' || !isText(entry.game) || !terms || typeof terms !== 'object')
    throw new Error(t('record.noRecord'))
  return {
    pasch: 'record 1',
    game: entry.game,
    set: Array.isArray(entry.set) ? entry.set.filter(isText) : [],
    players:
      Array.isArray(players) && isText(players[0]) && isText(players[1])
        ? [players[0], players[1]]
        : ['human', 'human'],
    position: isText(entry.position) ? entry.position : '',
    seed: isText(entry.seed) ? entry.seed : '',
    terms: {
      length: Number(terms.length) || 0,
      rounds: Number(terms.rounds) || 0,
      cube: !!terms.cube,
      crawford: !!terms.crawford,
      jacoby: !!terms.jacoby,
      beavers: !!terms.beavers,
      auto_doubles: Number(terms.auto_doubles) || 0,
      dead_cube: !!terms.dead_cube,
      swap_roles: !!terms.swap_roles,
    },
    ...(readDice(entry.dice) ?? {}),
  }
}

function readDice(value: unknown): { dice: DiceSetup } | null {
  const dice = value as { method?: unknown; commitment?: unknown; seeds?: { x?: unknown; o?: unknown } } | undefined
  if (!dice || !isText(dice.method) || !isText(dice.commitment)) return null
  const seed = (text: unknown) => (isText(text) ? text : '')
  const seeds = { x: seed(dice.seeds?.x), o: seed(dice.seeds?.o) }
  return { dice: { method: dice.method, commitment: dice.commitment, seeds } }
}
