/* Who is who at a table. */
import type { Listener } from '../board/words'
import type { Side } from '../core/types'
import { t } from './i18n'
import { settings } from './settings'
import type { Kept } from './store'

export const other = (side: Side): Side => (side === 'x' ? 'o' : 'x')

/** The one side that the person plays, if it is one. */
export const me = (kept: Kept): Side | null => (kept.mine === 'x' || kept.mine === 'o' ? kept.mine : null)

/** The side with the light men. A person with a side may choose; else White is light. */
export function lightSide(kept: Kept): Side {
  const own = me(kept)
  if (!own) return 'x'
  return settings().colour === 'light' ? own : other(own)
}

export function listenerOf(kept: Kept): Listener {
  return { you: me(kept), light: lightSide(kept) }
}

export function playerName(kept: Kept, side: Side): string {
  const player = kept.setup.players[side === 'x' ? 0 : 1]
  const own = me(kept)
  if (own === side) return t('you')
  if (player.startsWith('level:')) return t('bot', { level: player.slice(6) })
  if (own) return t('opponent')
  return side === lightSide(kept) ? t('white') : t('black')
}
