/* What the board is given and what it says. It knows no rules: every legal step comes from outside. */
import type { GameInfo, Hop, Side, State } from '../core/types'

export type Translate = (key: string, vars?: Record<string, string | number>) => string

export type From = Hop['from']
export type To = Hop['to']
export type Numbering = '1-24' | 'own' | '1-12'
export type Speed = 'off' | 'fast' | 'normal' | 'slow'

export interface View {
  /** Where the side at the bottom has its home; the other value mirrors the board, and with it the way of travel. */
  home: 'right' | 'left'
  bottom: Side
  numbering: Numbering
  /** The side with the light men; x if not given. */
  light?: Side
}

/** Several hops of one man in a row, offered as one step. */
export interface Chain {
  from: From
  to: To
  hops: Hop[]
}

/** A step drawn on the board. `last` has been played; `hint` is advice, with its rank or another short label. */
export interface Arrow {
  side: Side
  from: From
  to: To
  kind: 'last' | 'hint' | 'bad'
  label?: string
}

export interface BoardProps {
  info: GameInfo
  state: State & { taken?: boolean }
  view: View
  /** Who may move by hand: a side, both (two people at one screen), or nobody. */
  interactive: Side | 'both' | null
  t: Translate
  speed?: Speed
  /** `dice` are shown until the next ones fall. */
  lastMove?: { side: Side; hops: Hop[]; dice?: [number, number] } | null
  hints?: { side: Side; hops: Hop[]; label?: string }[]
  arrows?: Arrow[]
  chains?: Chain[]
  /** The cube is in use; if not given, what the game says. */
  cube?: boolean
  /** A click on a man plays its first die at once, although it could go elsewhere too. */
  oneClick?: boolean
  /** Letters act (r, u, e, d, s, m). On unless false. */
  letters?: boolean
  /** Small buttons for taking back and ending the turn beside the dice. On unless false; never on a narrow board. */
  controls?: boolean
  /** Read out by screen readers when it changes: what has just happened, see announce(). */
  announcement?: string
  onHop?(hop: Hop): void
  /** A step of several hops; without it onHop is called for each. */
  onChain?(hops: Hop[]): void
  /** An illegal try: where a man was to go; of one that cannot move at all, where the first number would take it. The
   * text returned is shown. */
  onExplain?(from: From, to: To | null): string | void
  onRoll?(): void
  onEnd?(): void
  onUndo?(): void
  onChoose?(roll: string): void
  onSwapDice?(): void
  onDouble?(): void
}
