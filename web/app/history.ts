/* What has happened, as a list that people read: a row a throw, a row for each word about the cube. */
import type { GameInfo, Hop, Side, State } from '../core/types'
import { movesText } from './moves'
import type { KeptEvent } from './store'

export interface Row {
  kind: 'play' | 'double' | 'take' | 'pass' | 'beaver' | 'resign' | 'accept' | 'reject' | 'win' | 'draw'
  /** From 1: the game of the match, and the turn of both sides in it. */
  game: number
  turn: number
  side: Side
  /** "31"; empty where nothing was thrown. */
  dice: string
  /** A named roll. */
  named: boolean
  /** The play of each stage: "8/5 6/5"; empty text = nothing could be played. */
  stages: string[]
  /** Points won or resigned, or what the cube shows. */
  value: number
  /** Events [from, to) belong to it. */
  from: number
  to: number
  open: boolean
}

export class History {
  readonly rows: Row[] = []
  private game = 1
  private turns = 0
  private lastSide: Side | null = null

  constructor(private readonly info: GameInfo) {}

  /** `hops` are those of a whole stage where the event ends one. */
  add(index: number, event: KeptEvent, before: State, after: State, hops: readonly Hop[]): void {
    const words = event.do
    const kind = words.split(' ', 1)[0]!
    const side = event.by ?? before.turn
    switch (kind) {
      case 'opening':
        if (after.due === 'play' || after.due === 'choose') this.open(index, after.turn, diceText(after.dice), false)
        break
      case 'roll':
        if (before.due !== 'reply') this.open(index, side, highFirst(words.slice(5)), false)
        break
      case 'choose':
        this.open(index, side, highFirst(words.slice(7)), true)
        break
      case 'hop':
      case 'undo':
        this.current(index, side, before).to = index + 1
        break
      case 'end':
      case 'play': {
        const row = this.current(index, side, before)
        row.stages.push(movesText(this.info, hops) || words.replace(/^(play pass|play|end) ?/, ''))
        row.to = index + 1
        if (!(after.turn === side && after.due === 'play')) row.open = false
        break
      }
      case 'double':
      case 'beaver':
        this.word(index, kind, side, 2 * before.cube.value * (before.cube.offered ? 2 : 1))
        break
      case 'take':
      case 'pass':
      case 'accept':
      case 'reject':
        this.word(index, kind, side, 0)
        break
      case 'resign':
        this.word(index, kind, side, Number(words.slice(7)))
        break
      case 'next':
        this.game++
        this.turns = 0
        this.lastSide = null
        break
    }
    if (after.games > before.games) this.end(index, after)
  }

  private close(): void {
    const last = this.rows[this.rows.length - 1]
    if (last) last.open = false
  }

  private push(index: number, kind: Row['kind'], side: Side): Row {
    this.close()
    const row: Row = {
      kind,
      game: this.game,
      turn: 0,
      side,
      dice: '',
      named: false,
      stages: [],
      value: 0,
      from: index,
      to: index + 1,
      open: false,
    }
    this.rows.push(row)
    return row
  }

  private open(index: number, side: Side, dice: string, named: boolean): Row {
    if (side !== this.lastSide) this.turns++
    this.lastSide = side
    const row = this.push(index, 'play', side)
    row.turn = Math.ceil(this.turns / 2)
    row.dice = dice
    row.named = named
    row.open = true
    return row
  }

  private current(index: number, side: Side, before: State): Row {
    const last = this.rows[this.rows.length - 1]
    if (last?.open && last.kind === 'play' && last.side === side) return last
    return this.open(index, side, diceText(before.dice), false)
  }

  private word(index: number, kind: Row['kind'], side: Side, value: number): void {
    const row = this.push(index, kind, side)
    row.value = value
    row.turn = Math.max(1, Math.ceil(this.turns / 2))
  }

  private end(index: number, after: State): void {
    const draw = after.winner !== 'x' && after.winner !== 'o'
    const row = this.push(index, draw ? 'draw' : 'win', draw ? after.turn : (after.winner as Side))
    row.value = after.won
    row.turn = Math.ceil(this.turns / 2)
  }
}

export function diceText(dice: [number, number] | null): string {
  return dice ? `${dice[0]}${dice[1]}` : ''
}

const highFirst = (dice: string) => [...dice].sort().reverse().join('')
