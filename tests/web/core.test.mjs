/* The library in WebAssembly against the program: node core.test.mjs SOURCE SHARED PASCH NATIVE. All games are played to
 * their end by hops, and every stage is compared with what `pasch batch` says; positions of standard backgammon are
 * evaluated, and the bits compared with those of the same functions compiled for this machine. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { webcrypto } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'

const [source, shared, pasch, native] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'pasch-core-'))
const wasmFile = join(source, 'build/web/engine.wasm')
let core, thinker, dice

/* Tables take seconds: only some are made, those without which a game cannot be thought about among them. */
const solved = /^(doublets|french-2|catch-me)$/

before(async () => {
  const { buildSync } = createRequire(join(source, 'web/package.json'))('esbuild')
  buildSync({
    stdin: {
      contents: "export { coreOf } from './core/core'; export { Thinker } from './core/thinker'; export { makeTables } from './core/tables'; export * from './core/dice'",
      resolveDir: join(source, 'web'),
      loader: 'ts',
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: join(folder, 'core.mjs'),
  })
  globalThis.crypto ??= webcrypto /* Node 18 */
  dice = await import(pathToFileURL(join(folder, 'core.mjs')))
  const { coreOf, makeTables, Thinker } = dice
  const module = new WebAssembly.Module(readFileSync(wasmFile))
  core = coreOf(module)
  const fetchNet = async (name) => {
    const path = join(source, 'data/nets', `${name}.net`)
    return existsSync(path) ? new Uint8Array(readFileSync(path)) : null
  }
  const kept = new Map()
  const findTables = async (lines, names) => {
    if (!solved.test(/^game (.*)/.exec(lines)[1])) return [null, null]
    if (!kept.has(lines)) kept.set(lines, makeTables(coreOf(module).wasm, lines, names))
    return kept.get(lines)
  }
  thinker = new Thinker(core, fetchNet, findTables)
})

after(() => rmSync(folder, { recursive: true }))

/* The answers of a program to lines. */
function ask(program, args, lines) {
  const { stdout, status } = spawnSync(program, args, {
    input: lines.join('\n') + '\n',
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    env: { ...process.env, PASCH_CACHE: '' },
  })
  assert.equal(status, 0)
  const answers = stdout.trimEnd().split('\n')
  assert.equal(answers.length, lines.length)
  return answers
}

const batch = (requests) => ask(pasch, ['batch'], requests.map((r) => JSON.stringify(r))).map((line) => JSON.parse(line))

/* mulberry32 */
function chance(seed) {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below)
  }
}

/* Plays to the end of a game by whatever is allowed, and collects what the program must agree with. */
function playThrough(info, random, seen) {
  const game = core.create(info.id)
  const die = () => 1 + random(6)
  const pick = (list) => list[random(list.length)]
  const apply = (side, words) => assert.equal(game.apply(side, words), null, `${info.id}: ${words}`)
  let stages = 0
  for (let state = game.state(); !['between', 'over'].includes(state.phase); state = game.state()) {
    const { actor } = state
    if (state.phase === 'opening') {
      apply(null, `opening ${die()}${die()}`)
    } else if (state.due === 'choose') {
      seen.push({ request: { op: 'choices', position: state.ppn }, choices: state.choices })
      apply(actor, `choose ${pick(state.choices)}`)
    } else if (state.due !== 'play') {
      apply(actor, `roll ${die()}${die()}`)
    } else {
      playStage(game, state, apply, random, seen, stages++)
    }
    assert.ok(stages < 20000, `${info.id} does not end`)
  }
  assert.notEqual(game.state().winner, null)
  game.free()
  return stages
}

const places = ['bar', 'hand', 'off']
const hopWords = (info, { from, to, number, hit }) => {
  const name = (place) => (place === 'hand' ? 'in' : places.includes(place) ? place : String(place))
  if (info.towers) return null
  const back = typeof from === 'number' && typeof to === 'number' && to > from && !info.ring
  return `hop ${name(from)}${back ? '\\' : '/'}${name(to)}${hit ? '*' : ''} with ${number}`
}

function playStage(game, begin, apply, random, seen, count) {
  const { info } = game
  const { actor, ppn } = begin
  const plays = game.plays()
  seen.push({ request: { op: 'legal', position: ppn }, plays })
  let state = begin
  while (!state.mayEnd || (state.next.length && random(8) === 0 && state.hops.length < 1)) {
    const hop = state.next[random(state.next.length)]
    const words = hopWords(info, hop)
    if (!words) {
      apply(actor, `play ${plays[random(plays.length)].move}`)
      return
    }
    assert.equal(game.explain(actor, hop.from, hop.to), '')
    apply(actor, words)
    if (count % 16 === 0) {
      apply(actor, 'undo')
      assert.deepEqual(game.state(), state)
      apply(actor, words)
    }
    state = game.state()
    assert.equal(state.hops.length + state.left.length, state.numbers.length)
  }
  if (count % 16 === 0 && state.nothing) assert.equal(game.reason(actor, 24, 23).key, 'nothing')
  apply(actor, 'end')
  const now = game.state()
  const drawn = now.winner === 'draw' /* by repetition, which a position does not know */
  const play = plays.find(({ result }) => result === now.ppn)
  if (plays.length && !drawn) assert.ok(play, `${info.id}: ${ppn} -> ${now.ppn}`)
  if (!drawn) seen.push({ request: { op: 'apply', position: ppn, move: play?.move ?? 'pass' }, position: now.ppn })
}

test('25 games to their end, every stage as the program has it', () => {
  const random = chance(20)
  const games = core.games()
  assert.equal(games.length, 25)
  let stages = 0
  for (const info of games) {
    const seen = []
    stages += playThrough(info, random, seen)
    const answers = batch(seen.map(({ request }) => request))
    answers.forEach((answer, i) => {
      const { request, ...expected } = seen[i]
      const text = `${info.id}: ${JSON.stringify(request)}`
      if (expected.plays) {
        const results = expected.plays.sort((a, b) => (a.result < b.result ? -1 : 1))
        assert.deepEqual({ plays: results }, answer, text)
      } else {
        assert.deepEqual(expected, answer, text)
      }
    })
  }
  console.log(`# ${stages} stages`)
})

/* Whatever stands on the board in random games when a play is due. */
function someStages(id, random, most) {
  const game = core.create(id)
  const found = []
  for (let n = 0; n < most && !['between', 'over'].includes(game.state().phase); n++) {
    const { actor, phase, due, nothing, choices, ppn } = game.state()
    const throws = `${1 + random(6)}${1 + random(6)}`
    if (due === 'play' && !nothing) found.push(ppn)
    if (phase === 'opening') game.apply(null, `opening ${throws}`)
    else if (due === 'choose') game.apply(actor, `choose ${choices[0]}`)
    else if (due !== 'play') game.apply(actor, `roll ${throws}`)
    else if (nothing) game.apply(actor, 'end')
    else game.apply(actor, `play ${game.plays()[random(game.plays().length)].move}`)
  }
  game.free()
  return found
}

test('plays of every game, bit for bit', async () => {
  let count = 0
  for (const { id } of core.games()) {
    const ppns = someStages(id, chance(4), solved.test(id) ? 300 : 60)
    if (!(await thinker.ready(id, {}))) continue /* there are no nets */
    await thinker.best(ppns[0], {}, 0, 1)
    await new Promise(setImmediate) /* tables were begun with that question */
    const lines = ppns.map((ppn) => `best 0 9 ${ppn}`)
    const [opened, ...natively] = ask(native, [], [`${solved.test(id) ? 'solve' : 'think'} game ${id}|`, ...lines])
    assert.equal(opened, '', id)
    ppns.forEach((ppn, i) => assert.equal(core.wasm.say('web_best', ppn, 0, 9), natively[i], ppn))
    count++
  }
  assert.ok(count >= 3)
  console.log(`# ${count} games`)
})

/* 1,000 positions with dice. */
function positions() {
  return readFileSync(join(shared, 'reference/gnubg/best.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .slice(0, 1000)
    .map((line) => JSON.parse(line))
    .map(({ pos, dice }) => {
      const game = core.create('standard', {}, {}, pos)
      const { ppn } = game.state()
      game.free()
      return ppn.replace(/ - .*| -$/, ` ${dice.join('')}`)
    })
}

/* The same in matches with a cube, before the throw. */
function cubes(ppns) {
  const scores = ['score=3-1/7', 'cube=2x score=0-4/5', 'cube=4o', 'score=6-2/7 crawford=1', 'jacoby=1', '']
  return ppns.map((ppn, i) => `${ppn.replace(/ \d\d$/, ' -')} ${scores[i % scores.length]}`.trim())
}

const six = (number) => Number(number.toFixed(6))

test('the best plays of 1,000 positions, bit for bit', async (t) => {
  if (!existsSync(shared)) return t.skip('no reference positions')
  assert.equal(await thinker.ready('standard', {}), true)
  const ppns = positions()
  const asked = [
    ...ppns.map((ppn) => ['best', [0, 100000], ppn]),
    ...ppns.filter((_, i) => i % 20 === 0).map((ppn) => ['best', [1, 100000], ppn]),
    ...ppns.filter((_, i) => i % 250 === 0).map((ppn) => ['best', [2, 5], ppn]),
    ...cubes(ppns.filter((_, i) => i % 5 === 0)).map((ppn) => ['cube', [0], ppn]),
    ...cubes(ppns.filter((_, i) => i % 50 === 1)).map((ppn) => ['evaluate', [1], ppn]),
  ]
  const lines = asked.map(([name, numbers, ppn]) => `${name} ${numbers.join(' ')} ${ppn}`)
  const [opened, ...natively] = ask(native, [], ['think game standard|', ...lines])
  assert.equal(opened, '')
  asked.forEach(([name, numbers, ppn], i) => {
    assert.equal(core.wasm.say(`web_${name}`, ppn, ...numbers), natively[i], lines[i])
  })
  console.log(`# ${asked.length} answers, ${natively.join('').length} bytes`)
})

test('and as `pasch batch` prints them', async (t) => {
  if (!existsSync(shared)) return t.skip('no reference positions')
  const ppns = positions()
  const answers = batch(ppns.map((position) => ({ op: 'best', position, plies: 0 })))
  for (const [i, { plays }] of answers.entries()) {
    const mine = await thinker.best(ppns[i], {}, 0, 100000)
    assert.deepEqual(
      mine.map(({ move, result }) => [move, result]),
      plays.map(({ move, result }) => [move, result])
    )
    mine.forEach(({ equity, probs }, k) => {
      /* halves of the last digit may be rounded either way */
      assert.ok(Math.abs(six(equity) - plays[k].equity) < 1.5e-6)
      probs.forEach((chance, c) => assert.ok(Math.abs(six(chance) - plays[k].probs[c]) < 1.5e-6))
    })
  }
})

test('bots of all levels play every game', async () => {
  for (const { id } of core.games()) {
    const random = chance(id.length)
    const game = core.create(id, id === 'standard' ? { length: 3 } : {})
    const events = []
    const apply = (side, words) => {
      assert.equal(game.apply(side, words), null, `${id}: ${words}`)
      events.push([side, words])
    }
    const most = id === 'standard' ? 120 : 30
    for (let n = 0; n < most && game.state().phase !== 'over'; n++) {
      const { actor, phase } = game.state()
      const throws = `${1 + random(6)}${1 + random(6)}`
      if (phase === 'opening') apply(null, `opening ${throws}`)
      else if (phase === 'between') apply(null, 'next')
      else {
        const level = 1 + (n % 7)
        const words = await thinker.act({ game: id, terms: game.terms, options: {} }, events, level, 7)
        apply(actor, words === 'roll' ? `roll ${throws}` : words)
      }
    }
    game.free()
  }
})

test('bots know no dice but those that were thrown', async () => {
  /* The worker that they live in is told events and nothing else, and has no way to make throws. */
  const worker = readFileSync(join(source, 'build/web/worker.js'), 'utf8')
  assert.ok(!worker.includes(dice.METHOD))
  assert.ok(!worker.includes('getRandomValues'))
  /* What is thrown afterwards changes nothing: the same events have the same answer, whatever the house. */
  const table = { game: 'standard', terms: {}, options: {} }
  const events = [[null, 'opening 31'], ['x', 'play 8/5 6/5'], ['o', 'roll 64']]
  const first = await thinker.act(table, events, 3, 5)
  for (const later of ['roll 66', 'roll 21']) {
    await thinker.act(table, [...events, ['o', first], ['x', later]], 3, 5)
    assert.equal(await thinker.act(table, events, 3, 5), first)
  }
})

test('a look back at a game', async () => {
  const random = chance(99)
  const game = core.create('standard')
  const events = []
  const apply = (side, words) => {
    assert.equal(game.apply(side, words), null, words)
    events.push([side, words])
  }
  while (!['between', 'over'].includes(game.state().phase)) {
    const { actor, phase, due, nothing } = game.state()
    const throws = `${1 + random(6)}${1 + random(6)}`
    if (phase === 'opening') apply(null, `opening ${throws}`)
    else if (due === 'throw') apply(actor, `roll ${throws}`)
    else if (nothing) apply(actor, 'end')
    else if (actor === 'x') apply('x', await thinker.act({ game: 'standard', terms: {}, options: {} }, events, 6, 1))
    else {
      const plays = game.plays()
      apply('o', `play ${plays[random(plays.length)].move}`)
    }
  }
  const parts = []
  const review = await thinker.review({ game: 'standard', terms: {}, options: {} }, events, (part) => parts.push(part))
  assert.equal(review.judged, true)
  assert.equal(parts.at(-1), 1)
  assert.ok(review.sides.o.rate > 10 * review.sides.x.rate, 'random play is worse than an expert')
  assert.ok(review.decisions.every(({ lost, index }) => lost >= 0 && events[index]))
  assert.ok(review.curve.every(({ x }) => x >= 0 && x <= 1))
  assert.equal(review.curve.at(-1).x, game.state().winner === 'x' ? 1 : 0)
  console.log(`# ${events.length} events, error rates ${review.sides.x.rate.toFixed(1)} ${review.sides.o.rate.toFixed(1)}`)
})

/* A game whose dice the page throws, as the record that it keeps. */
function recordOf(random) {
  const house = dice.openHouse({ x: dice.newSeed(), o: dice.seedOf('any words') })
  const game = core.create('french-1')
  const { autoDoubles: auto_doubles, deadCube: dead_cube, swapRoles: swap_roles, ...rest } = game.terms
  const terms = { ...rest, auto_doubles, dead_cube, swap_roles }
  const setup = { game: 'french-1', set: [], players: ['human', 'level:6'], position: '', seed: '', terms }
  const lines = [{ pasch: 'record 1', ...setup, dice: house.setup }]
  const apply = (side, words) => {
    assert.equal(game.apply(side, words), null, words)
    lines.push({ by: side, do: words })
  }
  let thrown = 0
  while (!['between', 'over'].includes(game.state().phase)) {
    const { actor, phase, due, nothing } = game.state()
    if (phase === 'opening') apply('x', `opening ${house.dice(++thrown).join('')}`)
    else if (due !== 'play') apply(actor, `roll ${house.dice(++thrown).join('')}`)
    else if (nothing) apply(actor, 'end')
    else apply(actor, `play ${game.plays()[random(game.plays().length)].move}`)
  }
  lines.push({ secret: house.reveal() })
  return lines.map((line) => JSON.stringify(line)).join('\n') + '\n'
}

test('`pasch dice verify` finds what the page finds in a record', () => {
  const verify = (text) => {
    writeFileSync(join(folder, 'record'), text)
    return spawnSync(pasch, ['dice', 'verify', join(folder, 'record')], { encoding: 'utf8' }).status === 0
  }
  const record = recordOf(chance(3))
  assert.equal(dice.checkDice(record).right, true)
  assert.equal(verify(record), true)
  const lines = record.split('\n')
  const at = lines.findIndex((line) => line.includes('roll'))
  lines[at] = lines[at].replace(/roll (\d)(\d)/, (_, a, b) => `roll ${a}${(Number(b) % 6) + 1}`)
  const lie = lines.join('\n')
  assert.equal(dice.checkDice(lie).right, false)
  assert.equal(verify(lie), false)
})
