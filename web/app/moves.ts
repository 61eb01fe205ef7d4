/* Moves as text and as hops. */
import type { Game, GameInfo, Hop, Side } from '../core/types'

const phases = ['unstack', 'restack', 'off']

/* With towers a hop goes not to a place but to what is done there; the first is 0, which elsewhere means off. */
const phase = (hop: Hop) => (hop.to === 'off' ? 0 : hop.to)

function place(at: Hop['from'] | Hop['to']): string {
  return at === 'hand' ? 'in' : String(at)
}

function goesBack(info: GameInfo, hop: Hop): boolean {
  return info.backward && typeof hop.from === 'number' && typeof hop.to === 'number' && hop.to > hop.from
}

/** "13/8", "bar/22", "6\9", "unstack 6". */
export function hopText(info: GameInfo, hop: Hop, hits = false): string {
  if (info.towers) return `${phases[phase(hop)] ?? ''} ${hop.from}`
  return `${place(hop.from)}${goesBack(info, hop) ? '\\' : '/'}${place(hop.to)}${hits && hop.hit ? '*' : ''}`
}

export function hopWords(info: GameInfo, hop: Hop): string {
  return `hop ${hopText(info, hop)}${hop.number ? ` with ${hop.number}` : ''}`
}

const rank = (from: Hop['from']) => (from === 'bar' ? 100 : from === 'hand' ? 99 : from)

/** The hops of a stage as players write them: one man's hops joined, equal moves collected. */
export function movesText(info: GameInfo, hops: readonly Hop[]): string {
  if (info.towers) return towersText(hops)
  const order = info.backward || info.ring ? [...hops] : [...hops].sort((a, b) => rank(b.from) - rank(a.from))
  const ways: Hop[][] = []
  for (const hop of order) {
    const way = ways.find((w) => w[w.length - 1]!.to === hop.from)
    if (way) way.push(hop)
    else ways.push([hop])
  }
  ways.sort((a, b) => rank(b[0]!.from) - rank(a[0]!.from))
  const times = new Map<string, number>()
  const hit = new Set<string>()
  for (const way of ways) {
    let text = place(way[0]!.from)
    way.forEach((hop, i) => {
      const next = way[i + 1]
      if (next && !hop.hit && goesBack(info, hop) === goesBack(info, next)) return
      text += `${goesBack(info, hop) ? '\\' : '/'}${place(hop.to)}${hop.hit && next ? '*' : ''}`
    })
    times.set(text, (times.get(text) ?? 0) + 1)
    if (way[way.length - 1]!.hit) hit.add(text)
  }
  return [...times].map(([text, n]) => `${text}${hit.has(text) ? '*' : ''}${n > 1 ? `(${n})` : ''}`).join(' ')
}

function towersText(hops: readonly Hop[]): string {
  const parts: string[] = []
  phases.forEach((name, number) => {
    const towers = hops.filter((hop) => phase(hop) === number).map((hop) => hop.from)
    if (towers.length) parts.push(`${name} ${towers.sort((a, b) => Number(b) - Number(a)).join(' ')}`)
  })
  return parts.join(' ')
}

/** Where the men of a written play start and where they come to: what the search below must find. */
function touched(text: string): { from: Set<string>; to: Set<string> } {
  const from = new Set<string>()
  const to = new Set<string>()
  for (const word of text.split(' ')) {
    const stops = word.replace(/\(\d\)$|\*/g, '').split(/[/\\]/)
    if (stops.length < 2) continue
    from.add(stops[0]!)
    for (const stop of stops.slice(1)) to.add(stop)
  }
  return { from, to }
}

/** The single hops of "play 8/5 6/5", in an order in which they can be made: the shortest way to the same position that
 * uses only men that the text names. The game is as it was before the play. Empty if there is nothing to show. */
export function playHops(game: Game, side: Side, words: string): Hop[] {
  const text = words.replace(/^play /, '')
  const goal = game.clone()
  const wrong = goal.apply(side, words)
  const target = goal.state()
  goal.free()
  if (wrong) return []
  const { from, to } = touched(text)
  let budget = 400
  const search = (at: Game, made: Hop[]): Hop[] | null => {
    if (--budget < 0) return null
    const state = at.state()
    if (made.length && state.mayEnd) {
      const ended = at.clone()
      ended.apply(side, 'end')
      const same = ended.state().ppn === target.ppn
      ended.free()
      if (same) return made
    }
    if (state.phase !== 'playing') return state.ppn === target.ppn ? made : null
    const next = state.next.filter((hop) => {
      const stop = place(hop.from)
      return game.info.towers || from.has(stop) || made.some((m) => m.to === hop.from)
    })
    next.sort((a, b) => Number(to.has(place(b.to))) - Number(to.has(place(a.to))) || Number(a.hit) - Number(b.hit))
    for (const hop of next) {
      const step = at.clone()
      const found = step.apply(side, hopWords(game.info, hop)) ? null : search(step, [...made, hop])
      step.free()
      if (found) return found
    }
    return null
  }
  const start = game.clone()
  const found = search(start, [])
  start.free()
  return found ?? []
}
