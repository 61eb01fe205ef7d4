/* Steps of one man over several hops, found by trying them out on copies of the game: the rules stay in the library. */
import type { Game, GameInfo, Hop, Side } from '../core/types'
import type { Chain } from './props'

const place = (at: Hop['from'] | Hop['to']) => (at === 'hand' ? 'in' : String(at))

function hopWords(info: GameInfo, hop: Hop): string {
  const back = info.backward && typeof hop.from === 'number' && typeof hop.to === 'number' && hop.to > hop.from
  return `hop ${place(hop.from)}${back ? '\\' : '/'}${place(hop.to)} with ${hop.number}`
}

/* Without a hit if it can be done without: that is what a person means who points at a place further on. */
function better(a: Chain, b: Chain): boolean {
  const hits = (chain: Chain) => chain.hops.slice(0, -1).filter((hop) => hop.hit).length
  return hits(a) < hits(b) || (hits(a) === hits(b) && a.hops.length < b.hops.length)
}

/* The ways of one man differ in where they end, how long they are and whom they hit; all else comes to the same. */
const wayKey = (hops: Hop[]) =>
  [hops[0]!.from, hops[hops.length - 1]!.to, hops.length, hops.map((hop) => (hop.hit ? hop.to : '')).join()].join('>')

/* Where a double may go both ways there are more ways than anybody waits for: the short ones are found first, and the
 * search ends in time, in milliseconds. The man can still be moved hop by hop. */
const PATIENCE = 40

export function findChains(game: Game, side: Side): Chain[] {
  const began = performance.now()
  const start = game.state()
  const slow = performance.now() - began > PATIENCE / 4
  if (slow || game.info.towers || start.due !== 'play' || start.left.length < 2) return []
  const deadline = began + PATIENCE
  const direct = new Set(start.next.map((hop) => `${hop.from}>${hop.to}`))
  const found = new Map<string, Chain>()
  const tried = new Set<string>()
  let ways: Hop[][] = start.next.map((hop) => [hop])
  while (ways.length) {
    const longer: Hop[][] = []
    for (const way of ways) {
      const last = way[way.length - 1]!
      const key = wayKey(way)
      if (last.to === 'off' || tried.has(key) || performance.now() > deadline) continue
      tried.add(key)
      for (const hop of onward(game, side, way, start.hops.length)) {
        const chain: Chain = { from: way[0]!.from, to: hop.to, hops: [...way, hop] }
        const ends = `${chain.from}>${chain.to}`
        const known = found.get(ends)
        if (!direct.has(ends) && chain.to !== chain.from && (!known || better(chain, known))) found.set(ends, chain)
        if (chain.hops.length < start.left.length) longer.push(chain.hops)
      }
    }
    ways = longer
  }
  return [...found.values()]
}

/* How the man that has gone this way may go on. */
function onward(game: Game, side: Side, way: Hop[], before: number): Hop[] {
  const copy = game.clone()
  const made = way.every((hop) => copy.apply(side, hopWords(game.info, hop)) === null)
  const state = made ? copy.state() : null
  copy.free()
  const last = way[way.length - 1]!
  const goesOn = state && state.due === 'play' && state.actor === side && state.hops.length === before + way.length
  return goesOn ? state.next.filter((hop) => hop.from === last.to) : []
}
