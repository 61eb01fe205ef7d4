import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { coreOf } from './core'
import type { Game, Side } from './types'

const core = coreOf(new WebAssembly.Module(readFileSync(process.env.PASCH_WASM!)))

function play(game: Game, ...events: [Side, string][]): Game {
  for (const [side, words] of events) assert.equal(game.apply(side, words), null, words)
  return game
}

const opened = () => play(core.create('standard'), ['x', 'opening 31'])

test('there are 25 games, and standard is the first', () => {
  const games = core.games()
  assert.equal(games.length, 25)
  const standard = games[0]!
  assert.equal(standard.id, 'standard')
  assert.equal(standard.start, 'standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x -')
  assert.equal(standard.number.x[24], 1)
  assert.equal(standard.number.o[24], 24)
  assert.equal(standard.shape, 'board')
  assert.ok(standard.options.some((option) => option.startsWith('opening=')))
  const shapes = Object.fromEntries(games.map(({ id, shape }) => [id, shape]))
  assert.deepEqual(
    [shapes['lumbardorum'], shapes['french-2'], shapes['catch-me'], shapes['doublets'], shapes['eureka']],
    ['half', 'lanes', 'ring', 'towers', 'homes']
  )
})

test('a state says what may be done', () => {
  const state = opened().state()
  assert.equal(state.phase, 'playing')
  assert.equal(state.due, 'play')
  assert.equal(state.actor, 'x')
  assert.deepEqual(state.dice, [3, 1])
  assert.deepEqual([...state.left].sort(), [1, 3])
  assert.equal(state.men.x.points[13], 5)
  assert.deepEqual(state.pips, { x: 167, o: 167 })
  assert.ok(state.next.some((hop) => hop.from === 8 && hop.to === 5 && hop.number === 3 && !hop.hit))
  assert.equal(state.mayEnd, false)
  assert.deepEqual(state.stage, { index: 1, count: 1 })
})

test('hops are made, taken back, and end a turn', () => {
  const game = opened()
  play(game, ['x', 'hop 8/5'], ['x', 'undo'], ['x', 'hop 8/5 with 3'])
  assert.deepEqual(game.state().left, [1])
  assert.equal(game.state().men.x.points[5], 1)
  assert.notEqual(game.apply('x', 'end'), null)
  play(game, ['x', 'hop 6/5'])
  assert.equal(game.state().mayEnd, true)
  play(game, ['x', 'end'])
  assert.equal(game.state().turn, 'o')
  assert.equal(game.state().due, 'throw')
  assert.equal(game.state().cube.mayDouble, true)
})

test('what is not allowed is refused in words and changes nothing', () => {
  const game = opened()
  const before = game.state()
  assert.match(game.apply('o', 'hop 8/5')!, /turn/)
  assert.match(game.apply('x', 'hop 8/2')!, /8\/2/)
  assert.match(game.apply('x', 'dance')!, /dance/)
  assert.deepEqual(game.state(), before)
})

test('a clone goes its own way', () => {
  const game = opened()
  const copy = game.clone()
  play(copy, ['x', 'play 8/5 6/5'])
  assert.equal(game.state().turn, 'x')
  assert.equal(copy.state().turn, 'o')
  assert.equal(copy.state().game, 'standard')
  copy.free()
  game.free()
})

test('reasons', () => {
  const at = (ppn: string) => core.create(ppn.split(' ')[0]!, {}, {}, ppn)
  const key = (ppn: string, from: number | 'bar' | 'hand', to: number | 'off') => at(ppn).reason('x', from, to)?.key
  const start = '24:2,13:5,8:3,6:5'
  assert.equal(key(`standard ${start} ${start} x -`, 8, 5), 'throw')
  assert.equal(key(`standard ${start} ${start} o 31`, 8, 5), 'turn')
  assert.equal(key(`standard ${start} ${start} x 31`, 8, 5), undefined)
  assert.equal(key(`standard ${start} ${start} x 31`, 7, 4), 'no-man')
  assert.equal(key(`standard ${start} ${start} x 31`, 8, 6), 'number')
  assert.equal(key(`standard ${start} ${start} x 51`, 24, 19), 'closed')
  assert.equal(key(`standard ${start} ${start} x 31`, 6, 8), 'backwards')
  assert.equal(key(`standard bar:1,13:5 24:2,13:5,8:3,6:5 x 31`, 13, 10), 'bar')
  assert.equal(key(`standard 8:1,3:1 24:2 x 31`, 3, 'off'), 'not-home')
  assert.equal(key(`standard 6:1,3:1 1:2 x 51`, 3, 'off'), 'rear')
  assert.equal(key(`puff 24:1,hand:14 hand:15 x 21`, 24, 22), 'hand')
  assert.equal(key(`puff 24:2 hand:15 x 42`, 24, 20), 'low')
  /* Either number can be played, but not both: it must be the higher. */
  const only = at('standard 12:1 24:2 x 65').reason('x', 12, 7)
  assert.deepEqual([only?.key, only?.number], ['only', 6])
  /* After 20/16 no 6 is left; 20/14 9/5 plays both. */
  assert.equal(key('standard 20:1,9:1 22:2,15:2 x 64', 20, 16), 'more')
  assert.equal(at(`standard ${start} ${start} x 51`).explain('x', 24, 19), 'the opponent has closed point 19')
})

test('typed text becomes the words of an event', () => {
  const game = opened()
  assert.equal(game.read('  '), null)
  assert.equal(game.read('6-5, 8-5'), 'play 8/5 6/5')
  assert.equal(game.read('8/5'), 'hop 8/5 with 3')
  assert.deepEqual(Object.keys(game.read('8/1') as object), ['error'])
  assert.deepEqual(Object.keys(game.read('hello') as object), ['error'])
  play(game, ['x', 'hop 8/5'])
  assert.equal(game.read('6/5'), 'play 8/5 6/5')
  play(game, ['x', 'play 8/5 6/5'])
  assert.equal(game.read('R'), 'roll')
  assert.equal(game.read('double'), 'double')
  assert.equal(game.read('resign gammon'), 'resign 2')
  play(game, ['o', 'roll 66'])
  assert.equal(game.read('24/18(2), 13/7(2)'), 'play 24/18(2) 13/7(2)')
  assert.equal(game.read('24/18'), 'hop 24/18 with 6')
})

test('stages of a turn are counted', () => {
  const game = play(core.create('french-1'), ['x', 'opening 61'], ['x', 'roll 33'])
  assert.deepEqual(game.state().stage, { index: 1, count: 3 })
  assert.deepEqual(game.state().stages, ['4444', 'roll'])
  play(game, ['x', game.read(game.plays()[0]!.move) as string])
  assert.deepEqual(game.state().stage, { index: 2, count: 3 })
  assert.deepEqual(game.state().dice, [4, 4])
  play(game, ['x', game.read(game.plays()[0]!.move) as string])
  assert.deepEqual(game.state().stage, { index: 3, count: 3 })
  assert.equal(game.state().due, 'bonus')
})

test('terms and options are looked at', () => {
  const match = core.create('standard', { length: 7, crawford: false })
  assert.equal(match.terms.length, 7)
  assert.equal(match.terms.crawford, false)
  assert.equal(match.terms.cube, true)
  assert.equal(match.state().length, 7)
  const fresh = play(core.create('standard', {}, { opening: 'fresh' }), ['x', 'opening 31'])
  assert.equal(fresh.state().due, 'throw')
  assert.throws(() => core.create('chess'), /chess/)
  assert.throws(() => core.create('standard', {}, { opening: 'odd' }))
  assert.throws(() => core.create('standard', { length: 7, jacoby: true }))
  assert.throws(() => core.create('standard', {}, {}, 'standard 24:2 nonsense'))
})

test('the cube, a resignation, the next game', () => {
  const game = play(opened(), ['x', 'play 8/5 6/5'], ['o', 'double'])
  assert.deepEqual(game.state().cube, { value: 1, owner: null, offered: true, mayDouble: false })
  assert.equal(game.state().actor, 'x')
  play(game, ['x', 'take'])
  assert.deepEqual(game.state().cube, { value: 2, owner: 'x', offered: false, mayDouble: false })
  play(game, ['o', 'resign 1'])
  const asked = game.state()
  assert.deepEqual([asked.phase, asked.resignation, asked.resigner, asked.actor], ['resign', 1, 'o', 'x'])
  play(game, ['x', 'accept'])
  const over = game.state()
  assert.deepEqual([over.winner, over.won, over.score.x, over.phase], ['x', 2, 2, 'between'])
  play(game, ['x', 'next'])
  assert.equal(game.state().phase, 'opening')
})

test('the eight levels have names', () => {
  assert.equal(core.levels().length, 8)
  assert.equal(core.levels()[0], 'beginner')
})
