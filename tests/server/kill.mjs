// Two clients play by a link while the server is killed with -9 at 20 random moments and started again: no event is lost
// or doubled, and both have seen the same game. One of them loses its own connection now and then, too.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Player, check, createGame, request, same, scratch, sleep, startPuppets, startServer, until } from './client.mjs'

const [pasch, puppet] = process.argv.slice(2)
const folder = scratch(), db = path.join(folder, 'games.db'), KILLS = 20
const start = port => startServer(pasch, ['--port', String(port), '--db', db, '--max-per-address', '0'])
let server = await start(0)
const port = server.port
const puppets = startPuppets(puppet)
const game = await createGame(port, { game: 'standard', side: 'x', terms: { length: 0, rounds: 0, cube: true }, clock: { kind: 'fischer', seconds: 3600, increment: 0 } })
const x = new Player(puppets, 'x', { game: game.game, token: game.token, pace: 3 })
const o = new Player(puppets, 'o', { game: game.game, token: game.other, pace: 3 })
const acknowledged = new Map() // ref -> seq, as the players were told
for (const player of [x, o]) player.onevent = message => { if (message.ref) acknowledged.set(message.ref, message.seq) }

// Comes back as browsers do, again and again.
async function reconnect(player) {
  for (let wait = 5; ; wait = Math.min(200, wait * 2)) {
    try {
      await player.connect(port)
      return
    } catch {
      await sleep(wait)
    }
  }
}

await x.connect(port)
await o.connect(port)
let cuts = 0
for (let kills = 0; kills < KILLS; kills++) {
  const before = x.events.length
  await until(() => x.events.length > before + 2, 'the game goes on')
  await sleep(Math.random() * 150)
  if (kills % 4 === 3) { // its own connection only, in the middle of whatever it does
    o.socket.destroy()
    cuts++
    await reconnect(o)
    await sleep(Math.random() * 50)
  }
  await server.kill('SIGKILL')
  server = await start(port)
  await Promise.all([reconnect(x), reconnect(o)])
}
const killed = x.events.length
await until(() => x.events.length > killed + 20, 'the game goes on')
for (const player of [x, o]) player.paused = true
await sleep(50) // somebody may be about to do something
await until(() => x.events.length === o.events.length && !x.pending && !o.pending, 'all is told')

same(o.events, x.events, 'what o has seen')
const bearer = { authorization: `Bearer ${game.watch}` }
const state = (await request(port, 'GET', `/api/v1/games/${game.game}`, { headers: bearer })).json
same(state.events.map(({ side, event }) => ({ side, event })), x.events, 'what is stored')
same(state.events.map(event => event.seq), x.events.map((_, i) => i + 1), 'the numbers of events')
for (const player of [x, o]) {
  // Every event that was meant once is there once: as many as refs, less those that came too late.
  const own = state.events.filter(event => event.side === player.side).length
  const refused = player.errors.filter(error => error.code === 'stale' || error.code === 'rules').length
  same(own + refused, player.refs, `${player.name}: events and refusals`)
  same(player.errors.filter(error => error.code === 'rules' && !/over|turn/.test(error.error)), [], `${player.name}: refusals by the rules`)
  same(await puppets.tell(`${player.puppet} show`), state.position, `${player.name}: the position`)
}
// The dice are those that were promised before the first kill: once the session is over, they can be checked.
for (const player of [x, o]) {
  player.paused = false
  player.onevent = () => { if (player.phase === 'between') x.paused = o.paused = true }
}
if (x.phase !== 'between') await Promise.all([x.act(), o.act()])
await until(() => x.phase === 'between' && o.phase === 'between', 'the end of a game', 60000)
x.socket.send({ leave: true })
await until(() => x.secret && o.secret, 'the end of the session')
same(x.over.reason, 'finished', 'why it is over')
const record = await request(port, 'GET', `/api/v1/games/${game.game}/record`, { headers: bearer })
writeFileSync(path.join(folder, 'record'), record.text)
execFileSync(pasch, ['dice', 'verify', path.join(folder, 'record')])
check(acknowledged.size > 0, 'refs come back')
puppets.stop()
same(await server.kill('SIGTERM'), { code: 0, signal: null }, 'the end of the server')
console.log(`${KILLS} kills, ${cuts} lost connections, ${killed} events in between, ${x.events.length} in all`)
process.exit(0)
