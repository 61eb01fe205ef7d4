/* What cards say of the games beside the rules: how long a game takes, by its mean number of turns between bots
 * (docs/strength.md: 1 up to 20, 2 up to 45, 3 up to 75, 4 up to 110, and more; without games that end at the turn limit),
 * and how much of it is luck (0 none to 5 nothing else), after "Luck and length" of the rules pages. */
import type { GameInfo } from '../core/types'
import { tMaybe } from './i18n'

export const cards: { id: string; length: number; luck: number }[] = [
  { id: 'standard', length: 3, luck: 3 },
  { id: 'eureka', length: 1, luck: 5 },
  { id: 'puff', length: 4, luck: 4 },
  { id: 'long-puff', length: 5, luck: 4 },
  { id: 'russian-puff', length: 4, luck: 4 },
  { id: 'long-russian-puff', length: 5, luck: 3 },
  { id: 'french-1', length: 3, luck: 4 },
  { id: 'russian', length: 4, luck: 4 },
  { id: 'gioul', length: 2, luck: 4 },
  { id: 'french-2', length: 1, luck: 4 },
  { id: 'acey-deucey', length: 4, luck: 4 },
  { id: 'mexican', length: 3, luck: 4 },
  { id: 'old-britain', length: 3, luck: 3 },
  { id: 'pin', length: 4, luck: 2 },
  { id: 'catch-me', length: 2, luck: 4 },
  { id: 'doublets', length: 2, luck: 5 },
  { id: 'lumbardorum', length: 3, luck: 3 },
  { id: 'backwards', length: 5, luck: 2 },
  { id: 'straight', length: 4, luck: 3 },
  { id: 'fixed-roll', length: 5, luck: 1 },
  { id: 'no-hit', length: 2, luck: 3 },
  { id: 'open-roll', length: 3, luck: 2 },
  { id: 'reversed', length: 5, luck: 3 },
  { id: 'snake', length: 4, luck: 3 },
  { id: 'double-vs-choice', length: 4, luck: 3 },
]

export function gameName(id: string, info?: GameInfo): string {
  return tMaybe(`game.${id}`) || info?.name || id
}

export function gameSentence(id: string, info?: GameInfo): string {
  return tMaybe(`game.${id}.says`) || info?.summary || ''
}
