/* The board in words, for people who hear it. Whole sentences come from the catalogue; nothing is put together but
 * sentences one after the other. */
import type { Event, GameInfo, Hop, Men, Side, State } from '../core/types'
import { otherSide, sides, type Layout, type Spot } from './layout'
import { isStacked, pinnedBelow } from './places'
import type { Numbering, To, Translate } from './props'

/** Who listens, and how the men look: "you" is the side that the listener plays. */
export interface Listener {
  you: Side | null
  light: Side
}

export const anybody: Listener = { you: null, light: 'x' }

type Person = 'you' | 'them' | 'white' | 'black'

export function person(side: Side, listener: Listener): Person {
  if (listener.you) return side === listener.you ? 'you' : 'them'
  return side === listener.light ? 'white' : 'black'
}

const menWords = (side: Side, n: number, listener: Listener, t: Translate) =>
  t(`board.men.${person(side, listener)}`, { n })

/** A point's number as it is written beside the board. */
export function pointName(info: GameInfo, own: Spot['own'], numbering: Numbering, reader: Side): string {
  const side = own[reader] ? reader : otherSide(reader)
  if (numbering === 'own') return String(own[side])
  const number = info.number[side][own[side]] ?? 0
  if (numbering === '1-24') return String(number)
  return number <= 12 ? `${number}A` : String(25 - number)
}

export const diceWords = (dice: readonly [number, number]): string => `${dice[0]}-${dice[1]}`

/** "four 4s" */
export function timesWords(numbers: number[], t: Translate): string {
  return t('board.times', { n: numbers.length, times: t(`board.count.${numbers.length}`), number: numbers[0] ?? 0 })
}

const allEqual = (numbers: number[]) => numbers.every((n) => n === numbers[0])

/** What the numbers of the stage are, where the dice do not say it all. */
export function numbersWords(state: State, t: Translate): string {
  const { numbers, dice } = state
  if (!dice) return ''
  if (!numbers.length) return t('board.numbers.none')
  if (numbers.length === 1 && numbers[0] === dice[0] + dice[1]) return t('board.numbers.sum', { number: numbers[0]! })
  if (!allEqual(numbers)) return diceWords(dice)
  return timesWords(numbers, t)
}

/** What comes after the stage being played. */
export function stageWords(stage: string, t: Translate): string {
  if (stage === 'choose') return t('board.then.choose')
  if (stage === 'roll') return t('board.then.roll')
  const numbers = [...stage].map(Number)
  return t('board.then.numbers', { numbers: allEqual(numbers) ? timesWords(numbers, t) : numbers.join('-') })
}

/** Whether the stage was taken over from the opponent. Where men only block no roll earns another, so a run that ends
 * with a throw is one that was handed on, and the throw is the taker's own. */
export function isTaken(state: State & { taken?: boolean }, info: GameInfo): boolean {
  return state.taken ?? (info.contact === 'block' && state.stages[state.stages.length - 1] === 'roll')
}

/** The line beside the dice: "2 of 3: four 4s". Empty for an ordinary roll. */
export function stageLine(state: State & { taken?: boolean }, info: GameInfo, t: Translate): string {
  if (state.due !== 'play' || !state.dice) return ''
  const numbers = numbersWords(state, t)
  if (isTaken(state, info)) return t('board.taken', { numbers })
  const { stage } = state
  if (stage && stage.count > 1) return t('board.stage', { index: stage.index, count: stage.count, numbers })
  if (state.nothing) return t('board.nothing')
  const plain = state.numbers.length === 2 && state.dice[0] !== state.dice[1]
  const double = state.numbers.length === 4
  return plain || double ? '' : numbers
}

/* Places. */

export interface SpotMarks {
  movable: boolean
  chosen: boolean
  target: { hop: Hop; several: boolean } | null
}

function towerWords(state: State, spot: Spot, name: string, listener: Listener, t: Translate): string[] {
  const side: Side = spot.own.x ? 'x' : 'o'
  const men = state.men[side]
  const tower = spot.own[side]
  const whose = person(side, listener)
  const gone = men.phase > 2 || (men.phase === 2 && !men.points[tower])
  const how = gone ? 'gone' : isStacked(men, tower) ? 'stacked' : 'apart'
  const words = [t(`board.tower.${how}.${whose}`, { point: name })]
  if (men.towers.includes(tower)) words.push(t(`board.tower.due.${Math.min(men.phase, 2)}`))
  return words
}

function pointWords(
  info: GameInfo,
  state: State,
  spot: Spot,
  name: string,
  listener: Listener,
  t: Translate
): string[] {
  if (info.towers) return towerWords(state, spot, name, listener, t)
  const words: string[] = []
  const counts = sides.map((side) => ({ side, n: spot.own[side] ? (state.men[side].points[spot.own[side]] ?? 0) : 0 }))
  const present = counts.filter((c) => c.n > 0)
  if (!present.length) words.push(t('board.point.empty', { point: name }))
  else if (present.length === 1) {
    const { side, n } = present[0]!
    words.push(t('board.point', { point: name, men: menWords(side, n, listener, t) }))
  } else {
    const upper = present.find((c) => pinnedBelow(info, state, c.side, spot.own[c.side])) ?? present[0]!
    const lower = present.find((c) => c !== upper)!
    const men = menWords(upper.side, upper.n, listener, t)
    words.push(t('board.point.pinned', { point: name, men, pinned: menWords(lower.side, lower.n, listener, t) }))
  }
  if (spot.marked) words.push(t(info.ring ? 'board.corner' : 'board.home'))
  return words
}

function trayWords(info: GameInfo, state: State, side: Side, listener: Listener, t: Translate): string[] {
  const men = state.men[side]
  const whose = person(side, listener)
  if (info.contact === 'capture') {
    const lost = otherSide(side)
    return [t(`board.lost.${person(lost, listener)}`, { n: state.men[lost].off })]
  }
  const words: string[] = []
  if (info.hand && (men.hand || !men.off)) words.push(t(`board.hand.${whose}`, { n: men.hand }))
  if (!info.hand || men.off) words.push(t(`board.off.${whose}`, { n: men.off }))
  return words
}

export function spotWords(
  info: GameInfo,
  state: State,
  spot: Spot,
  name: string,
  marks: SpotMarks,
  listener: Listener,
  t: Translate
): string {
  let words: string[]
  if (spot.kind === 'point') words = pointWords(info, state, spot, name, listener, t)
  else if (spot.kind === 'bar')
    words = [t('board.bar', { men: menWords(spot.side!, state.men[spot.side!].bar, listener, t) })]
  else words = trayWords(info, state, spot.side!, listener, t)
  if (marks.chosen) words.push(t('board.chosen'))
  else if (marks.movable) words.push(t('board.movable'))
  if (marks.target) {
    const { hop, several } = marks.target
    if (several) words.push(t('board.target.several'))
    else words.push(t(hop.hit ? 'board.target.hit' : 'board.target', { number: hop.number }))
  }
  return words.join(' ')
}

/* The whole position. */

function ownPlaces(info: GameInfo, men: Men, t: Translate): string[] {
  const places: string[] = []
  for (let p = info.points; p >= 1; p--) {
    const n = men.points[p] ?? 0
    if (!n) continue
    const pinned = men.pinned.includes(p)
    places.push(t(pinned ? 'board.describe.pinned' : 'board.describe.point', { point: p, n }))
  }
  if (men.bar) places.push(t('board.describe.bar', { n: men.bar }))
  if (men.hand) places.push(t('board.describe.hand', { n: men.hand }))
  if (men.off) places.push(t(info.contact === 'capture' ? 'board.describe.lost' : 'board.describe.off', { n: men.off }))
  return places
}

function towerPlaces(men: Men, t: Translate): string[] {
  return [
    t(`board.describe.phase.${Math.min(men.phase, 3)}`),
    ...(men.towers.length ? [t('board.describe.towers', { towers: men.towers.join(', ') })] : []),
  ]
}

function describeDice(info: GameInfo, state: State, listener: Listener, t: Translate): string[] {
  const words: string[] = []
  const actor = state.actor ?? state.turn
  const who = person(actor, listener)
  if (state.due === 'play' && state.dice) {
    words.push(t(`board.describe.play.${who}`, { dice: diceWords(state.dice) }))
    const line = stageLine(state, info, t)
    if (line) words.push(t('board.describe.stage', { stage: line }))
    for (const stage of state.stages) words.push(t('board.describe.stage', { stage: stageWords(stage, t) }))
    if (!state.nothing && state.left.length && state.left.length < state.numbers.length)
      words.push(t('board.dice.left', { numbers: state.left.join(', ') }))
  } else if (state.due === 'throw' || state.due === 'bonus') words.push(t(`board.describe.throw.${who}`))
  else if (state.due === 'choose') words.push(t(`board.describe.choose.${who}`))
  else if (state.due === 'answer') words.push(t(`board.describe.answer.${who}`, { value: state.cube.value * 2 }))
  if (state.reply) words.push(t(`board.reply.${person(otherSide(actor), listener)}`, { dice: diceWords(state.reply) }))
  if (state.fixed && info.throws === 'fixed') words.push(t('board.fixed', { dice: diceWords(state.fixed) }))
  return words
}

/** The position in sentences, one a line: each side's men in its own numbers, dice, cube, pips. */
export function describe(state: State, info: GameInfo, t: Translate, listener: Listener = anybody): string {
  const order: Side[] = listener.you ? [listener.you, otherSide(listener.you)] : ['x', 'o']
  const lines: string[] = []
  for (const side of order) {
    const men = state.men[side]
    const places = info.towers ? towerPlaces(men, t) : ownPlaces(info, men, t)
    lines.push(t(`board.describe.${person(side, listener)}`, { places: places.join(', ') }))
  }
  if (!info.towers && !info.ring && info.shape !== 'lanes')
    for (const side of order) lines.push(t(`board.pips.${person(side, listener)}`, { n: state.pips[side] }))
  lines.push(...describeDice(info, state, listener, t))
  if (info.cube !== 'no' && (state.cube.value > 1 || state.cube.mayDouble || state.cube.owner))
    lines.push(cubeWords(state, listener, t))
  return lines.join('\n')
}

export function cubeWords(state: State, listener: Listener, t: Translate): string {
  const { value, owner, offered } = state.cube
  if (offered) return t('board.cube.offered', { value: value * 2 })
  return t(owner ? `board.cube.${person(owner, listener)}` : 'board.cube.free', { value })
}

/* Events. */

const placeWord = (text: string, t: Translate): string =>
  text === 'bar' || text === 'off' ? t(`board.place.${text}`) : text === 'in' ? t('board.place.hand') : text

/* "13/8*(2)" with the words of the language for bar, hand and off, and the hits said, not starred. */
function hopsWords(move: string, t: Translate): string {
  return move
    .split(' ')
    .map((part) => {
      const times = /\((\d)\)/.exec(part)?.[1]
      const places = part.replace(/\(\d\)|\*/g, '').split(/[/\\]/)
      const spoken = places.map((place) => placeWord(place, t)).join(' – ')
      const hit = part.includes('*') ? t('board.say.hit', { move: spoken }) : spoken
      return times ? t('board.say.repeated', { move: hit, times: t(`board.count.${times}`) }) : hit
    })
    .join(', ')
}

const tasks: Record<string, string> = { unstack: 'unstack', restack: 'restack', off: 'remove' }
const isTask = (move: string): boolean => (move.split(' ')[0] ?? '') in tasks

/* "unstack 6 3 restack 5" */
function tasksWords(move: string, t: Translate): string {
  const parts = move.match(/[a-z]+( \d)+/g) ?? []
  return parts
    .map((part) => {
      const [task = '', ...towers] = part.split(' ')
      return t(`board.say.${tasks[task]}`, { n: towers.length, towers: towers.join(', ') })
    })
    .join(', ')
}

const dashed = (dice: string): string => [...dice.replace(/\D/g, '')].join('-')

function eventVars(kind: string, rest: string, cube: number, t: Translate): Record<string, string | number> {
  switch (kind) {
    case 'opening':
    case 'roll':
    case 'choose':
      return { dice: dashed(rest) }
    case 'hop':
    case 'play':
      return { move: isTask(rest) ? tasksWords(rest, t) : hopsWords(rest, t) }
    case 'double':
    case 'beaver':
      return { value: cube }
    case 'resign':
      return { n: Number(rest) || 1 }
    default:
      return {}
  }
}

/** An event of the turn machine as a sentence. `cube` is the value that a double would bring. */
export function announce(event: Event, t: Translate, listener: Listener = anybody, cube = 2): string {
  const [side, words] = event
  const [kind = '', ...rest] = words.replace(/ with \d+$/, '').split(' ')
  const vars = eventVars(kind, rest.join(' '), cube, t)
  if (kind === 'opening' || kind === 'next' || !side) return t(`board.say.${kind}`, vars)
  if ((kind === 'play' || kind === 'hop') && isTask(rest.join(' ')))
    return t(`board.say.towers.${person(side, listener)}`, vars)
  if (kind === 'play' && rest.join(' ') === 'pass') return t(`board.say.nothing.${person(side, listener)}`)
  return t(`board.say.${kind}.${person(side, listener)}`, vars)
}

/** Where the chosen man may go. */
export function targetsWords(place: string, targets: string[], t: Translate): string {
  return t('board.choice', { place, targets: targets.join(', ') })
}

/** The name of a target of a side. */
export function targetName(
  layout: Layout,
  info: GameInfo,
  side: Side,
  to: To,
  numbering: Numbering,
  reader: Side,
  t: Translate
): string {
  if (to === 'off') return t('board.place.off')
  const spot = layout.points.find((s) => s.own[side] === to)
  return spot ? pointName(info, spot.own, numbering, reader) : String(to)
}
