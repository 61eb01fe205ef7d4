// A benchmark: many players at the same time. Prints how long it takes from a move to the opponent's screen, and the
// memory of the server for each game.
//   node tests/server/load.mjs PASCH PUPPET [--games 1000] [--seconds 60] [--pace 1000] [--db FILE]
// --pace: milliseconds that a player takes for each thing it does, on average. The players are server_crowd, beside
// PUPPET: one program that costs little, for it shares the machine with the server.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import readline from 'node:readline'
import { createGame, request, scratch, sleep, startServer } from './client.mjs'

const option = (name, usual) => { const at = process.argv.indexOf(name); return at < 0 ? usual : process.argv[at + 1] }
const [pasch, puppet] = process.argv.slice(2)
const games = Number(option('--games', 1000)), seconds = Number(option('--seconds', 60)), pace = Number(option('--pace', 1000))
const db = option('--db', path.join(scratch(false), 'games.db'))
const server = await startServer(pasch, ['--port', '0', '--db', db, '--max-per-address', '0', '--max-games', '0', '--max-connections', '20000'], { detached: true })

async function metrics() {
  const { text } = await request(server.port, 'GET', '/metrics')
  return Object.fromEntries(text.split('\n').filter(line => line && line[0] !== '#').map(line => { const at = line.lastIndexOf(' '); return [line.slice(0, at), Number(line.slice(at + 1))] }))
}

// Seconds of CPU time.
function used(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

// Ticks that the processors of a virtual machine had, and those that it was not given.
function ticks() {
  const fields = readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/ +/).slice(1, 9).map(Number)
  return [fields.reduce((sum, field) => sum + field, 0), fields[7]]
}

const before = (await metrics()).process_resident_memory_bytes
const crowd = spawn(path.join(path.dirname(puppet), 'server_crowd'), [server.port, games, pace].map(String), { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
process.on('exit', () => crowd.kill('SIGKILL'))
crowd.on('exit', code => { if (code) { console.error(`the crowd ended with ${code}`); process.exit(1) } })
const lines = readline.createInterface({ input: crowd.stdout })[Symbol.asyncIterator]()
for (let i = 0; i < games; i++) {
  const game = await createGame(server.port, { game: 'standard', side: 'x', terms: { length: 25, cube: true } })
  crowd.stdin.write(`${game.game} ${game.token} ${game.other}\n`)
}
await lines.next() // ready
await sleep(3000)
const pids = [server.child.pid, crowd.pid]
const first = await metrics(), begun = performance.now(), cpu = pids.map(used), [all, stolen] = ticks()
crowd.stdin.write('measure\n')
await sleep(seconds * 1000)
const last = await metrics(), took = (performance.now() - begun) / 1000, share = pids.map((pid, i) => (100 * (used(pid) - cpu[i]) / took).toFixed(0))
const taken = ticks()
crowd.stdin.write('stop\n')
const { moves, late, errors, lost } = JSON.parse((await lines.next()).value)
const commits = last.pasch_commit_seconds_count - first.pasch_commit_seconds_count
const events = last.pasch_events_total - first.pasch_events_total
const say = times => `median ${times.median.toFixed(1)} ms, 90 % ${times.p90.toFixed(1)} ms, 99 % ${times.p99.toFixed(1)} ms, longest ${times.longest.toFixed(1)} ms`
console.log(`${2 * games} players in ${games} games, ${(events / took).toFixed(0)} events a second, load ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`)
console.log(`from a move to the opponent: ${say(moves)} (${moves.count} moves)`)
console.log(`for comparison, how late a clock wakes the clients: ${say(late)}`)
console.log(`storing: ${(1000 * (last.pasch_commit_seconds_sum - first.pasch_commit_seconds_sum) / commits).toFixed(2)} ms on average, ${(events / commits).toFixed(1)} events at a time`)
console.log(`memory: ${(last.process_resident_memory_bytes / 1e6).toFixed(1)} MB, ${((last.process_resident_memory_bytes - before) / games / 1000).toFixed(1)} kB for each game with its two players`)
console.log(`CPU: the server ${share[0]} % of a core, the clients ${share[1]} %; the host took away ${(100 * (taken[1] - stolen) / (taken[0] - all)).toFixed(1)} % of the machine`)
console.log(`errors: ${errors}, lost connections: ${lost}`)
await server.kill('SIGTERM')
process.exit(0)
