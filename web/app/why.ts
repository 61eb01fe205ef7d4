/* Why something cannot be done, in the language of the page. The library speaks English; what it says is recognised and
 * said again from the catalogue, and what is not recognised is shown as it is. */
import type { Game, Hop, Reason, Side } from '../core/types'
import type { Vars } from './i18n'
import { has, tMaybe } from './i18n'

const sentences: [RegExp, string][] = [
  [/^it is the opponent's turn/, 'turn'],
  [/^it is for the opponent to answer/, 'turn'],
  [/^the dice must be thrown first/, 'throw'],
  [/^the opening must be thrown first/, 'opening'],
  [/^the opening has been thrown/, 'thrown'],
  [/^the dice have been thrown/, 'thrown'],
  [/^a roll must be named/, 'choose'],
  [/^no roll is to be named now/, 'noChoose'],
  [/cannot be played and another roll could/, 'chooseOther'],
  [/^the chooser cannot have a double/, 'chooseDouble'],
  [/^the double must be answered first/, 'answer'],
  [/^the resignation must be answered first/, 'resign'],
  [/^nobody has resigned/, 'noResign'],
  [/^no double was offered/, 'noOffer'],
  [/^the (game|match) is over/, 'over'],
  [/^this game is not over yet/, 'notOver'],
  [/^nothing of this stage has been played yet/, 'noUndo'],
  [/^nothing can be played with this roll/, 'nothing'],
  [/^the dice do nothing here/, 'nothing'],
  [/^the dice leave no choice here/, 'towers'],
  [/^passing is not allowed/, 'noPass'],
  [/^more of the roll must be played/, 'more'],
  [/^only one number can be played, and it must be the (?<number>\d)/, 'only'],
  [/point (?<point>\d+) is closed by the opponent/, 'closed'],
  [/^the dice do not give (?<number>\d+)/, 'number'],
  [/^men do not move backwards/, 'backwards'],
  [/^men on the bar must be entered first/, 'bar'],
  [/^no men are in hand/, 'noHand'],
  [/^there is no man of yours/, 'no-man'],
  [/^there are two ways to play that/, 'twoWays'],
  [/^the men can go there, but not by those points/, 'otherWay'],
  [/^(that is not a legal play|that man cannot go there|no man can make the hop)/, 'other'],
  [/^the cube belongs to the opponent/, 'cubeTheirs'],
  [/^the cube is dead/, 'cubeDead'],
  [/^the cube is not used in the Crawford game/, 'crawford'],
  [/without (a|the) cube$/, 'noCube'],
  [/^the cube may be turned only before|^a double cannot be offered after/, 'cubeLate'],
  [/^the cube is (as|too) high/, 'cubeHigh'],
  [/^you may resign with 1 to (?<n>\d+) points/, 'resignMost'],
  [/^there is nothing to resign now/, 'resignNot'],
  [/^two dice are written like|^a die shows 1 to 6|^there are two dice/, 'dice'],
  [/^there is no event|^that is no move and no command/, 'unknown'],
  [/^the opponent has not come yet/, 'notCome'],
  [/^there is no such game, or this is no link to it/, 'noTable'],
  [/^too many (of your )?games are open/, 'tooMany'],
  [/^too many are here with this link/, 'tooManyHere'],
  [/^your time is up/, 'timeUp'],
  [/^this game has no draws/, 'noDraws'],
  [/^the opponent has not been away for long enough/, 'notAway'],
]

/* "column 3: …" and "move, column 3: …" are for programs. */
const bare = (text: string) => text.replace(/^(\w+, )?column \d+: /, '')

export function why(text: string): string {
  const plain = bare(text)
  for (const [pattern, key] of sentences) {
    const found = pattern.exec(plain)
    if (found) return tMaybe(`reason.${key}`, asVars(found.groups)) || plain
  }
  return plain.charAt(0).toUpperCase() + plain.slice(1) + (/[.!?]$/.test(plain) ? '' : '.')
}

function asVars(groups: Record<string, string | undefined> | undefined): Vars {
  return Object.fromEntries(Object.entries(groups ?? {}).map(([name, value]) => [name, Number(value)]))
}

/** Why a man cannot go there; without a place, why it cannot move at all: what is in the way of the first number. */
export function whyNot(game: Game, side: Side, from: Hop['from'], to: Hop['to'] | null): string {
  const reason = to === null ? anyReason(game, side, from) : game.reason(side, from, to)
  if (!reason) return ''
  const vars: Vars = {}
  if (reason.point !== undefined) vars.point = reason.point
  if (reason.number !== undefined) vars.number = reason.number
  const key = `reason.${reason.key}`
  return has(key) ? tMaybe(key, vars) : why(reason.text)
}

function anyReason(game: Game, side: Side, from: Hop['from']): Reason | null {
  for (const number of game.state().left) {
    const to = (typeof from === 'number' ? from : game.info.points + 1) - number
    const reason = game.reason(side, from, to > 0 ? to : 'off')
    if (reason) return reason
  }
  return null
}
