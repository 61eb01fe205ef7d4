// A benchmark: many players at the same time. Prints how long it takes from a move to the opponent's screen, and the
// memory of the server for each game.
//   node tests/server/load.mjs PASCH PUPPET [--games 1000] [--seconds 60] [--pace 1000] [--db FILE]
// --pace: milliseconds that a player takes for each thing it does, on average.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Player, createGame, request, scratch, sleep, startPuppets, startServer, until } from './client.mjs'

const option = (name, usual) => { const at = process.argv.indexOf(name); return at < 0 ? usual : process.argv[at + 1] }
const [pasch, puppet] = process.argv.slice(2)
const games = Number(option('--games', 1000)), seconds = Number(option('--seconds', 60)), pace = Number(option('--pace', 1000))
const db = option('--db', path.join(scratch(false), 'games.db'))
const server = await startServer(pasch, ['--port', '0', '--db', db, '--max-per-address', '0', '--max-games', '0', '--max-connections', '20000'])
const puppets = startPuppets(puppet)

async function metrics() {
  const { text } = await request(server.port, 'GET', '/metrics')
  return Object.fromEntries(text.split('\n').filter(line => line && line[0] !== '#').map(line => { const at = line.lastIndexOf(' '); return [line.slice(0, at), Number(line.slice(at + 1))] }))
}

// Seconds of CPU time of the server and of this program.
function used() {
  const fields = readFileSync(`/proc/${server.child.pid}/stat`, 'utf8').split(') ')[1].split(' ')
  const own = process.cpuUsage()
  return [(Number(fields[11]) + Number(fields[12])) / 100, (own.user + own.system) / 1e6]
}

const before = (await metrics()).process_resident_memory_bytes
const tables = []
for (let i = 0; i < games; i++) {
  const game = await createGame(server.port, { game: 'standard', side: 'x', terms: { length: 25, cube: true } })
  tables.push([new Player(puppets, 'x', { game: game.game, token: game.token, pace }), new Player(puppets, 'o', { game: game.game, token: game.other, pace })])
}
const delays = []
let measuring = false
for (const [x, o] of tables) {
  for (const [me, other] of [[x, o], [o, x]])
    me.onevent = message => { if (measuring && message.side && message.side === other.side && other.sent) delays.push(message.at - other.sent) }
  await x.connect(server.port)
  await o.connect(server.port)
}
await until(() => tables.every(pair => pair.every(player => player.events.length)), 'all at their tables', 60000)
await sleep(3000)
const first = await metrics(), begun = performance.now(), cpu = used()
measuring = true
await sleep(seconds * 1000)
measuring = false
const last = await metrics(), took = (performance.now() - begun) / 1000, share = used().map((now, i) => (100 * (now - cpu[i]) / took).toFixed(0))
delays.sort((a, b) => a - b)
const part = portion => delays[Math.min(delays.length - 1, Math.floor(delays.length * portion))].toFixed(1)
const commits = last.pasch_commit_seconds_count - first.pasch_commit_seconds_count
const events = last.pasch_events_total - first.pasch_events_total
console.log(`${2 * games} players in ${games} games, ${(events / took).toFixed(0)} events a second`)
console.log(`from a move to the opponent: median ${part(0.5)} ms, 90 % ${part(0.9)} ms, 99 % ${part(0.99)} ms, longest ${part(1)} ms (${delays.length} moves)`)
console.log(`storing: ${(1000 * (last.pasch_commit_seconds_sum - first.pasch_commit_seconds_sum) / commits).toFixed(2)} ms on average, ${(events / commits).toFixed(1)} events at a time`)
console.log(`memory: ${(last.process_resident_memory_bytes / 1e6).toFixed(1)} MB, ${((last.process_resident_memory_bytes - before) / games / 1000).toFixed(1)} kB for each game with its two players`)
const refused = tables.flat().flatMap(player => player.errors).filter(error => error.code !== 'stale')
console.log(`CPU: the server ${share[0]} % of a core, the clients ${share[1]} %`)
console.log(`errors: ${refused.length}, lost connections: ${tables.flat().filter(player => player.socket.closed !== null).length}`)
for (const player of tables.flat()) player.socket.onmessage = () => {}
await server.kill('SIGTERM')
process.exit(0)
