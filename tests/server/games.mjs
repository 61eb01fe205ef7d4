// Every game played to its end over the server by two puppets, a match with the cube, and what is left of them: the
// record, its dice, the description.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Player, check, createGame, request, same, scratch, startPuppets, startServer, until } from './client.mjs'

const [pasch, puppet] = process.argv.slice(2)
const folder = scratch()
const server = await startServer(pasch, ['--port', '0', '--db', path.join(folder, 'games.db'), '--max-per-address', '0', '--max-games', '0'])
const puppets = startPuppets(puppet)

async function play(name, wish, most = Infinity) {
  const game = await createGame(server.port, wish)
  const tokens = { [game.side]: game.token, [game.side === 'x' ? 'o' : 'x']: game.other }
  const x = new Player(puppets, 'x', { game: game.game, token: tokens.x })
  const o = new Player(puppets, 'o', { game: game.game, token: tokens.o })
  const watcher = new Player(puppets, 'w', { game: game.game, token: game.watch })
  await x.connect(server.port)
  await o.connect(server.port)
  await watcher.connect(server.port)
  let seen = 0, quiet = Date.now()
  await until(() => {
    if (x.events.length !== seen) { seen = x.events.length; quiet = Date.now() }
    check(Date.now() - quiet < 30000, `${name} stands still after ${seen} events: ${JSON.stringify([x.errors, o.errors].map(e => e.slice(-2)))}`)
    return (x.secret && o.secret && watcher.secret) || seen > most
  }, `the end of ${name}`, 240000)
  if (seen > most) { // long enough: they leave it there
    for (const player of [x, o, watcher]) { player.paused = true; player.socket.destroy() }
    return seen
  }
  same(o.events, x.events, `${name}: what o has seen`)
  same(watcher.events, x.events, `${name}: what the watcher has seen`)
  same([x.side, o.side, watcher.side], ['x', 'o', null], `${name}: the sides`)
  for (const player of [x, o]) same(player.errors.filter(e => e.code !== 'stale'), [], `${name}: errors of ${player.name}`)

  const bearer = { authorization: `Bearer ${game.watch}` }
  const record = await request(server.port, 'GET', `/api/v1/games/${game.game}/record`, { headers: bearer })
  const lines = record.text.trim().split('\n').map(line => JSON.parse(line))
  same(lines.slice(1, -2).map(line => line.do), x.events.map(event => event.event), `${name}: the record`)
  same(lines.at(-2), { over: x.over }, `${name}: the last line but one`)
  same(lines.at(-1), { secret: x.secret }, `${name}: the last line`)
  const file = path.join(folder, `${name}.pasch`)
  writeFileSync(file, record.text)
  const verdict = JSON.parse(execFileSync(pasch, ['dice', 'verify', file, '--json']))
  const throws = x.events.filter(event => /^(roll|opening) /.test(event.event)).length
  same([verdict.commitment, verdict.throws, verdict.wrong], [true, throws, []], `${name}: the dice`)
  if (name === 'doublets') execFileSync(pasch, ['play', '--resume', file], { stdio: ['ignore', 'ignore', 'pipe'] })

  const state = (await request(server.port, 'GET', `/api/v1/games/${game.game}`, { headers: bearer })).json
  same([state.phase, state.over, state.secret, state.events.length], ['over', x.over, x.secret, seen], `${name}: the description`)
  return seen
}

const games = execFileSync(pasch, ['games', '--ids']).toString().trim().split('\n')
const counts = await Promise.all([
  ...games.map(game => play(game, { game, terms: { rounds: 1 } }, 1500)),
  play('match', { game: 'standard', side: 'o', terms: { length: 5, cube: true }, clock: { kind: 'fischer', seconds: 600, increment: 5 } }),
  play('money', { game: 'standard', terms: { rounds: 3, jacoby: true, beavers: true, autoDoubles: 2 }, clock: { kind: 'delay', seconds: 600, increment: 5 } }),
  play('roles', { game: 'snake', terms: { rounds: 2, swapRoles: true }, options: {} }),
  play('placed', { game: 'standard', position: 'standard 3:2 3:2 o - score=2-2/3', terms: { length: 3 } }),
])
puppets.stop()
same(await server.kill('SIGTERM'), { code: 0, signal: null }, 'the end of the server')
same(server.log, '', 'warnings of the server')
console.log(`${counts.length} games, ${counts.reduce((a, b) => a + b)} events`)
process.exit(0)
