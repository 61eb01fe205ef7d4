// Who says nothing but answers the pings of the server may stay; who does not answer them is gone after 40 seconds.
//   node tests/server/silent.mjs PASCH
import path from 'node:path'
import { check, createGame, listen, scratch, sleep, startServer } from './client.mjs'

const server = await startServer(process.argv[2], ['--port', '0', '--db', path.join(scratch(), 'games.db')])
const game = await createGame(server.port, { game: 'standard', side: 'x' })
const sit = async token => {
  const socket = await listen(server.port)
  await socket.ask({ join: game.game, token, have: 0 }, message => message.welcome)
  return socket
}
const watcher = await sit(game.watch), x = await sit(game.token), o = await sit(game.other), begun = Date.now()
await watcher.wait(message => message.players?.o.online, 'o is here')
watcher.messages.length = 0
o.tcp.pause() // as if its machine were gone
await watcher.wait(message => message.players && !message.players.o.online, 'o is gone', 60000)
const after = Date.now() - begun
check(after > 35000 && after < 55000, `gone after ${after} ms`)
await sleep(15000) // and another round of pings
check(watcher.closed === null && x.closed === null, `the silent ones were sent away: ${watcher.closed}, ${x.closed}`)
await x.ask({ ping: 1 }, message => message.pong)
o.destroy()
check((await server.kill('SIGTERM')).code === 0, 'the end of the server')
console.log('the silent stay, the dead go')
process.exit(0)
