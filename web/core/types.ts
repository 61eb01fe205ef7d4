/* What the parts of the page say to each other about games. */

export type Side = 'x' | 'o'

/** A game, as far as a board and a page need to know it. Own points are counted as pips to bear off, 1 to `points`. */
export interface GameInfo {
  id: string
  name: string
  summary: string
  men: number
  points: number
  facing: 'mirror' | 'same'
  ring: boolean
  towers: boolean
  /** Drawn the other way round: x walks from 24 to 1. */
  swapped: boolean
  /** The sides differ: offer a return game. */
  asymmetric: boolean
  /** Every number may also be moved backwards. */
  backward: boolean
  contact: 'hit' | 'loses' | 'pin' | 'block' | 'none' | 'facing' | 'capture'
  /** Own points that are corners of the ring. */
  corners: number[]
  /** Men start in hand. */
  hand: boolean
  throws: 'each' | 'fixed' | 'preview' | 'roles'
  cube: 'yes' | 'optional' | 'no'
  score: 'triple' | 'double' | 'single' | 'men' | 'pips'
  /** "name=value|value" */
  options: string[]
  /** The start as PPN. */
  start: string
  /** The board number 1 to 24 of the own point p at index p, 0 where there is none. */
  number: { x: number[]; o: number[] }
  shape: 'board' | 'half' | 'lanes' | 'ring' | 'towers' | 'homes'
}

export interface Terms {
  /** Points of a match, 0 = money. */
  length: number
  /** An agreed number of games, 0 = as many as they like. */
  rounds: number
  cube: boolean
  crawford: boolean
  jacoby: boolean
  beavers: boolean
  autoDoubles: number
  /** A double that can no longer matter in the match is allowed. */
  deadCube: boolean
  swapRoles: boolean
}

/** The men of a side. */
export interface Men {
  /** Index 1 to 24 = own points; index 0 is not used. */
  points: number[]
  bar: number
  hand: number
  off: number
  /** Own points where a man lies pinned. */
  pinned: number[]
  /** Towers: the phases done. */
  phase: number
  /** Towers still to be done in this phase. */
  towers: number[]
}

export interface Hop {
  from: number | 'bar' | 'hand'
  to: number | 'off'
  number: number
  hit: boolean
}

export interface State {
  game: string
  ppn: string
  phase: 'opening' | 'playing' | 'resign' | 'between' | 'over'
  /** What is due while playing; null in every other phase. */
  due: 'nothing' | 'answer' | 'throw' | 'bonus' | 'reply' | 'choose' | 'play' | null
  actor: Side | null
  turn: Side
  /** As they stand now, hops made so far included. */
  men: { x: Men; o: Men }
  /** Of the stage being played, the high die first. */
  dice: [number, number] | null
  /** All numbers that the stage gives to play. */
  numbers: number[]
  /** Those not used yet. */
  left: number[]
  /** What follows this stage: "4444", "choose", "roll". */
  stages: string[]
  /** The stage being played among those known of this turn: 2 of 3. */
  stage: { index: number; count: number } | null
  /** The other side's open roll. */
  reply: [number, number] | null
  /** The one roll of the game. */
  fixed: [number, number] | null
  /** Rolls that may be named, "55". */
  choices: string[]
  /** Hops made so far in this stage. */
  hops: Hop[]
  /** Hops that may come next. */
  next: Hop[]
  mayEnd: boolean
  /** There is no play at all: "end" goes on. */
  nothing: boolean
  cube: { value: number; owner: Side | null; offered: boolean; mayDouble: boolean }
  score: { x: number; o: number }
  length: number
  crawford: boolean
  /** Games finished. */
  games: number
  /** Points of the last game. */
  won: number
  /** Of the last game, where one is over. */
  winner: Side | null | 'draw'
  resignation: number
  resigner: Side | null
  /** The most points with which x or o may resign now. */
  resignMost: { x: number; o: number }
  /** The offer on the table is a beaver. */
  beaver: boolean
  pips: { x: number; o: number }
  chooser: Side
  /** The second throw of the turn, where a side has two. */
  second: boolean
}

/** An event of a game and who made it. The side of "opening" and "next" means nothing. */
export type Event = [Side | null, string]

export interface Core {
  games(): GameInfo[]
  /** Throws an Error whose message says what is wrong with game, terms, options or position. */
  create(game: string, terms?: Partial<Terms>, options?: Record<string, string>, ppn?: string): Game
  /** The words of the library's levels, "beginner" first. */
  levels(): string[]
}

export interface Game {
  readonly info: GameInfo
  readonly terms: Terms
  state(): State
  /** Makes the event happen: null, or why it cannot, in words. */
  apply(side: Side | null, words: string): string | null
  /** Why a man cannot go from here to there now, in words; '' if it can. */
  explain(side: Side, from: Hop['from'], to: Hop['to']): string
  /** The same for a catalogue: null if it can. */
  reason(side: Side, from: Hop['from'], to: Hop['to']): Reason | null
  /** The plays of this stage, each result once. */
  plays(): { move: string; result: string }[]
  /** What a person typed as the words of an event; null if it is empty. */
  read(text: string): string | null | { error: string }
  clone(): Game
  free(): void
}

/** Why a man cannot go somewhere: `text` in English, `key` and what it speaks of for other languages. */
export interface Reason {
  key: ReasonKey
  /** The point (own number) that it is about, where there is one. */
  point?: number
  /** The number, or the pips, that it is about, where there is one. */
  number?: number
  text: string
}

export type ReasonKey =
  | 'opening' // the opening must be thrown first
  | 'over' // the game is over
  | 'resign' // the resignation must be answered first
  | 'turn' // it is the opponent's turn
  | 'answer' // the double must be answered first
  | 'choose' // a roll must be named first
  | 'throw' // the dice must be thrown first
  | 'nothing' // nothing can be played with this roll
  | 'played' // the whole roll has been played
  | 'towers' // the dice leave no choice here
  | 'no-man' // there is no man of yours there
  | 'pinned' // that man is pinned
  | 'bar' // men on the bar must be entered first
  | 'hand' // men in hand must be entered first
  | 'backwards' // men do not move backwards
  | 'enter' // men enter on the points that the dice say
  | 'number' // the dice do not give `number` pips
  | 'closed' // `point` is closed by the opponent
  | 'full' // no more men of yours may stand on `point`
  | 'overtake' // men may not overtake each other
  | 'not-home' // men are borne off only when all are home
  | 'never-off' // men are not borne off in this game
  | 'exact' // a man is borne off only by the exact number
  | 'rear' // men on higher points must be moved first
  | 'low' // the lower number, `number`, must be played first
  | 'only' // only one number can be played, and it must be the `number`
  | 'more' // more of the roll could be played otherwise, and must be
  | 'other' // that man cannot go there now

/* Thinking. */

export interface Ranked {
  move: string
  result: string
  equity: number
  /** Win, win a gammon, a backgammon, lose a gammon, a backgammon; each includes the next. */
  probs: number[]
  /** How far was looked ahead for it. */
  plies: number
}

export interface Evaluation {
  probs: number[]
  equity: number
  /** With the cube and the score, null where there is none. */
  cubeful: number | null
}

export interface CubeAdvice {
  nodouble: number
  take: number | null
  pass: number | null
  action: 'no-double' | 'double-take' | 'double-pass' | 'too-good'
  roll: boolean
  answer: 'take' | 'pass' | 'beaver' | null
  mwc?: (number | null)[]
  probs: number[]
}

export interface ReviewDecision {
  /** Of the event in the list. */
  index: number
  side: Side
  kind: 'play' | 'double' | 'answer' | 'choose'
  /** The position in which it was made. */
  ppn: string
  played: string
  best: string
  /** Equity lost, in points of the cube as it lay. */
  lost: number
  /** Whether it counts as a decision for the error rate: there was a choice, and it was not trivial. */
  counts: boolean
}

export interface Review {
  decisions: ReviewDecision[]
  /** The winning chance of x before each throw. */
  curve: { index: number; x: number }[]
  /** What each throw was worth to the side that threw it, in points (of a match: of its winning chances, doubled). */
  luck: { index: number; side: Side; luck: number }[]
  /** Per side: decisions that count, equity lost in all, lost per decision in thousandths, luck in all. */
  sides: { x: ReviewSide; o: ReviewSide }
  /** False where the game has no evaluator: everything above is empty. */
  judged: boolean
}

export interface ReviewSide {
  decisions: number
  lost: number
  rate: number
  luck: number
}

export interface Engine {
  /** The words of the event that a bot of the level makes now; "roll" without dice where it wants to throw. `events` are
   * all so far: the engine is never sent a die that has not been thrown. */
  act(
    game: string,
    terms: Partial<Terms>,
    options: Record<string, string>,
    events: Event[],
    level: number,
    seed: number,
    ppn?: string
  ): Promise<string>
  /** Plays of a position with dice, best first; where a roll is to be named, moves are "choose 55". */
  best(ppn: string, options: Record<string, string>, plies: number, n: number): Promise<Ranked[]>
  /** The side to act, before it throws. */
  evaluate(ppn: string, options: Record<string, string>, plies: number): Promise<Evaluation>
  cube(ppn: string, options: Record<string, string>, plies: number): Promise<CubeAdvice>
  review(
    game: string,
    terms: Partial<Terms>,
    options: Record<string, string>,
    events: Event[],
    progress?: (part: number) => void,
    ppn?: string
  ): Promise<Review>
  /** Fetches what thinking about this game needs, ahead of the first question. True if the game has an evaluator. */
  ready(game: string, options: Record<string, string>): Promise<boolean>
  /** Breaks off what is being thought about: its promise fails with an Error named 'AbortError'. */
  stop(): void
}

/* Rules pages, as build-rules.mjs makes them. */

/** A piece of text: plain, or marked. */
export type Span = string | { b: Span[] } | { i: Span[] } | { code: string } | { a: Span[]; href: string }

export type Block =
  | { h: number; text: Span[] }
  | { p: Span[] }
  | { ul: Span[][] }
  | { ol: Span[][] }
  | { head: Span[][]; rows: Span[][][] }

/** rules/<language>/<game>.json */
export interface RulesPage {
  game: string
  title: string
  blocks: Block[]
}
