/* A kept game, to be looked at move by move. */
import type { Core, Game, State } from '../core/types'
import type { Kept, KeptEvent } from './store'
import { Table, createGame } from './table'

/** Where one stops when going through a game: after throws and after what was done with them, not after each hop. */
const passing = /^(hop|undo|next)\b/

export class Replay extends Table {
  /** Numbers of events; the first is 0, the start. */
  readonly stops: number[] = [0]

  constructor(core: Core, kept: Kept, events: readonly KeptEvent[]) {
    super(core, kept, events)
    this.events.forEach((event, i) => {
      if (!passing.test(event.do) || i === this.events.length - 1) this.stops.push(i + 1)
    })
  }

  /** The game after so many events; the caller frees it. */
  gameAt(events: number): Game {
    const game = createGame(this.core, this.kept)
    for (const event of this.events.slice(0, events)) game.apply(event.by, event.do)
    return game
  }

  stateAt(events: number): State {
    const game = this.gameAt(events)
    const state = game.state()
    game.free()
    return state
  }
}
