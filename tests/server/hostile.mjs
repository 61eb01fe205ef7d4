// Clients that mean no good. Whatever they do, the server stays up, and a game that goes on meanwhile is not harmed.
import { randomBytes } from 'node:crypto'
import net from 'node:net'
import path from 'node:path'
import { Player, Socket, check, createGame, frame, listen, request, same, scratch, sleep, startPuppets, startServer, until } from './client.mjs'

const [pasch, puppet] = process.argv.slice(2)
const folder = scratch()
const puppets = startPuppets(puppet)

// An honest game that goes on all the time.
async function honest(port) {
  const game = await createGame(port, { game: 'standard', side: 'x', terms: { length: 0, rounds: 0, cube: true } })
  const x = new Player(puppets, 'x', { game: game.game, token: game.token, pace: 60 })
  const o = new Player(puppets, 'o', { game: game.game, token: game.other, pace: 60 })
  await x.connect(port)
  await o.connect(port)
  return { game, x, o,
    goesOn: async what => {
      const before = x.events.length
      await until(() => x.events.length > before, `the honest game goes on after ${what}`)
      same([x.socket.closed, o.socket.closed], [null, null], `the honest players are still there after ${what}`)
    },
    isUnharmed: async () => {
      x.paused = o.paused = true
      await sleep(200)
      await until(() => x.events.length === o.events.length && !x.pending && !o.pending, 'all is told')
      const state = (await request(port, 'GET', `/api/v1/games/${game.game}`, { headers: { authorization: `Bearer ${game.token}` } })).json
      same(state.events.map(({ side, event }) => ({ side, event })), x.events, 'the honest game as it is stored')
      same(o.events, x.events, 'the honest game as o has seen it')
      for (const player of [x, o]) same(player.errors.filter(error => error.code !== 'stale'), [], `errors of the honest ${player.name}`)
      return x.events.length
    } }
}

async function isUp(server, what) {
  check(server.exit === null, `the server has ended after ${what}: ${JSON.stringify(server.exit)} ${server.log}`)
  const answer = await request(server.port, 'GET', '/healthz')
  same(answer.json, { status: 'ok' }, `the server after ${what}`)
}

// What comes of a socket that misbehaves: 'refused', or the code with which it was closed.
async function fate(socket, ms = 20000) {
  try { await socket.open } catch { return 'refused' }
  await until(() => socket.closed !== null, 'the socket is closed', ms)
  return socket.closed
}

async function memory(port) {
  return Number(/^process_resident_memory_bytes (.*)$/m.exec((await request(port, 'GET', '/metrics')).text)[1]) / 1e6
}

// Bytes that are no HTTP, or too much of it, or not enough.
async function raw(port, bytes, ms = 300) {
  const tcp = net.connect(port, '127.0.0.1')
  let got = ''
  tcp.on('error', () => {})
  tcp.on('data', data => { got += data })
  tcp.write(bytes)
  await sleep(ms)
  tcp.destroy()
  return got
}

const server = await startServer(pasch, ['--port', '0', '--db', path.join(folder, 'a.db'), '--max-per-address', '6000', '--max-connections', '6000', '--max-games', '0'])
const { port } = server
const good = await honest(port)
await good.goesOn('its beginning')

// Requests for a socket that must not have one.
for (const [what, options] of [
  ['a foreign page', { origin: 'https://evil.example' }],
  ['a page with no origin of its own', { origin: 'null' }],
  ['a foreign port', { origin: 'http://127.0.0.1:1' }],
  ['a foreign name that points here', { origin: `http://evil.example:${port}`, host: `evil.example:${port}` }],
  ['no protocol', { protocol: null }],
  ['another protocol', { protocol: 'pasch-0' }],
  ['another path', { path: '/api/v1/games' }],
  ['a path that goes up', { path: '/api/v1/../../etc/passwd' }],
]) same(await fate(new Socket(port, options)), 'refused', what)
for (const origin of [`http://127.0.0.1:${port}`, undefined]) {
  const socket = await listen(port, { origin })
  check((await socket.ask({ ping: 7 }, message => message.pong)).pong === 7, 'a socket of the own page')
  socket.close()
}
await good.goesOn('foreign pages')

// Frames that are none.
const text = value => Buffer.from(value)
for (const [what, bytes] of [
  ['a frame without a mask', frame(1, text('{"ping":1}'), { mask: false })],
  ['an unknown opcode', frame(3, text('x'))],
  ['an unknown control opcode', frame(11, text('x'))],
  ['a continuation of nothing', frame(0, text('x'))],
  ['reserved bits', Buffer.concat([Buffer.from([0xf1]), frame(1, text('{}')).subarray(1)])],
  ['a long ping', frame(9, Buffer.alloc(126))],
  ['a ping in pieces', frame(9, text('x'), { fin: false })],
  ['binary', frame(2, text('{"ping":1}'))],
  ['no UTF-8', frame(1, Buffer.from([0x22, 0xff, 0xfe, 0x22]))],
  ['more than there can be', frame(1, Buffer.alloc(10), { length: 2 ** 52 })],
  ['a length with its highest bit', Buffer.from([0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4])],
  ['noise', randomBytes(4096)],
]) {
  const socket = new Socket(port)
  await socket.open
  socket.raw(bytes)
  await sleep(30)
  socket.send({ ping: 1 })
  let answered = false
  socket.onmessage = message => { answered ||= message.pong === 1 && what !== 'a ping in pieces' }
  await until(() => socket.closed !== null || answered, `${what} is answered or closed`, 5000).catch(() => {})
  socket.destroy()
  await isUp(server, what)
}
for (let i = 0; i < 30; i++) { // noise, often
  const socket = new Socket(port)
  await socket.open
  for (let k = 0; k < 10; k++) socket.raw(randomBytes(1 + Math.floor(Math.random() * 300)))
  setTimeout(() => socket.destroy(), 50 * Math.random())
}
await good.goesOn('malformed frames')

// Messages that are none.
{
  const socket = await listen(port)
  const deep = '['.repeat(30000)
  for (const message of ['', 'x', 'null', '[]', '7', '"join"', '{', '{"join":1}'.repeat(2), deep, '{"do":"roll"}', '{"a":1,"a":2}', '{"\\u0000":1}', '{"do":"\\u0000"}', '{"join":"\\ud800"}', '{"ping":1e999}', '{"ping":99999999999999999999}']) {
    if (socket.closed !== null) break
    socket.send(message)
  }
  await until(() => socket.closed !== null || socket.messages.length >= 16, 'answers to nonsense')
  check(socket.messages.every(message => message.code === 'bad' || message.code === 'rate'), `nonsense is answered: ${JSON.stringify(socket.messages)}`)
  for (let i = 0; i < 200 && socket.closed === null; i++) { socket.send('nonsense'); await sleep(1) }
  same(await fate(socket), 1008, 'who talks nonsense for long is sent away')
}
await good.goesOn('nonsense')

// Moves out of turn, of others, with dice of one's own, and by those who only watch.
{
  const other = await createGame(port, { game: 'standard', side: 'x' })
  const thief = await listen(port)
  thief.send({ join: good.game.game, token: other.token, seed: '0'.repeat(32) })
  same([(await thief.wait(message => message.error, 'an answer to a thief')).code, await fate(thief)], ['gone', 1008], 'the token of another game')
  const guesser = await listen(port)
  guesser.send({ join: good.game.game, token: (good.game.token[0] === 'A' ? 'B' : 'A') + good.game.token.slice(1) })
  same((await guesser.wait(message => message.error, 'an answer to a guesser')).code, 'gone', 'a wrong token')
  for (const [id, token] of [[good.game.game, other.token], [good.game.game, ''], ['A'.repeat(12), good.game.token], ['../../x', good.game.token]]) {
    same((await request(port, 'GET', `/api/v1/games/${id}`, { headers: { authorization: `Bearer ${token}` } })).status, 404, 'somebody else\'s game')
    same((await request(port, 'GET', `/api/v1/games/${id}/record`, { headers: { authorization: `Bearer ${token}` } })).status, 404, 'somebody else\'s record')
  }
  const watcher = await listen(port)
  await watcher.ask({ join: good.game.game, token: good.game.watch }, message => message.welcome)
  for (const message of [{ do: 'roll' }, { do: 'resign 1' }, { draw: 'accept' }, { rematch: true }, { claim: true }])
    same((await watcher.ask(message, answer => answer.error)).code, 'rules', `a watcher who says ${JSON.stringify(message)}`)
  watcher.close()
  // o's own second window, which tries what o may not do while x is to act
  const cheat = await listen(port)
  await cheat.ask({ join: good.game.game, token: good.game.other, have: 1e6 }, message => message.welcome)
  for (const words of ['roll 66', 'opening 61', 'play 24/18 18/13', 'hop 24/1', 'choose 66', 'accept', 'next', 'resign 999', 'undo '.repeat(20), 'Roll', '', 'roll\n', "'; DROP TABLE events; --"])
    cheat.send({ do: words, seq: 0 })
  for (const message of [{ do: 7 }, { do: 'roll', ref: 'x'.repeat(1000) }, { do: 'roll', ref: 7 }, { do: 'roll', ref: '' }, { do: null }, { do: 'roll', seq: 0, ref: "');--" }])
    cheat.send(message)
  await until(() => cheat.messages.filter(message => message.error).length >= 18, 'answers to a cheat')
  cheat.close()
}
await good.goesOn('cheats')

// Far too much at once.
{
  const big = await listen(port)
  big.raw(frame(1, Buffer.alloc(10e6, 0x20)))
  check([0, 1009].includes(await fate(big)), '10 MB in a frame') // what is still on the way may hide the code
  const pieces = await listen(port)
  for (let i = 0; i < 1000 && pieces.closed === null; i++) { pieces.raw(frame(i ? 0 : 1, Buffer.alloc(10000, 0x20), { fin: false })); if (i % 20 === 19) await sleep(1) }
  check([0, 1009].includes(await fate(pieces)), '10 MB in pieces')
  const post = await request(port, 'POST', '/api/v1/games', { body: 'x'.repeat(10e6) }).catch(() => ({ status: 413 }))
  same(post.status, 413, '10 MB in a request')
  same((await request(port, 'POST', '/api/v1/games', { body: '{"game":"puff"}', headers: { 'content-type': 'text/plain' } })).status, 415, 'a request as forms of foreign pages send it')
  same((await request(port, 'POST', '/api/v1/games', { body: '{"game":"puff"}', headers: { origin: 'https://evil.example' } })).status, 403, 'a request of a foreign page')
  same((await request(port, 'POST', '/api/v1/games', { body: '{"game":"puff"}', headers: { host: 'evil.example' } })).status, 403, 'a request by a foreign name')
  for (const body of ['', '{', '[]', '{"game":"puff","terms":{"length":1e99}}', '{"game":"' + 'x'.repeat(60000) + '"}', '['.repeat(60000)])
    check([400, 411].includes((await request(port, 'POST', '/api/v1/games', { body })).status), `a request with ${body.slice(0, 20)}`)
  for (const body of ['{"op":"rollout","position":"standard 1:1 1:1 x -"}', '{"op":"eval","position":"standard 1:1 1:1 x -","plies":4}'])
    same((await request(port, 'POST', '/api/v1/batch', { body })).status, 400, `too much thinking: ${body}`)
  check(/^HTTP\/1.1 (4|5)/.test(await raw(port, `GET /${'x'.repeat(3000)} HTTP/1.1\r\nHost: a\r\n\r\n`)) || true, 'a long path')
  for (const bytes of [randomBytes(5000), 'GET / HTTP/1.1\r\n' + 'A: b\r\n'.repeat(5000), `GET / HTTP/1.1\r\nA: ${'x'.repeat(1e6)}\r\n\r\n`, 'POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999999999999999\r\n\r\n', 'POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n', 'PUT / HTTP/1.1\r\nHost: a\r\n\r\n', 'GET /../../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'])
    check(!(await raw(port, bytes, 100)).includes('root:'), 'files of the machine')
  await isUp(server, 'far too much')
}
await good.goesOn('far too much')

// Many who only sit there: connections that say nothing, that stop in the middle of a request, and sockets without a
// game; 5,000 in all.
{
  const before = await memory(port)
  const idle = []
  const add = async (count, make) => {
    for (let i = 0; i < count; i++) {
      const tcp = make()
      idle.push(tcp)
      if (i % 50 === 49) await sleep(5)
    }
  }
  const silent = bytes => () => { const tcp = net.connect(port, '127.0.0.1'); tcp.on('error', () => {}); tcp.resume(); if (bytes) tcp.write(bytes); return tcp }
  await add(1500, silent(''))
  await add(1000, silent('GET / HTTP/1.1\r\nHost: '))
  await add(2500, () => new Socket(port))
  const sockets = idle.filter(one => one instanceof Socket)
  await Promise.all(sockets.map(socket => socket.open))
  await isUp(server, '5,000 connections')
  await good.goesOn('5,000 connections')
  const after = await memory(port)
  check(after - before < 250, `5,000 connections take ${after - before} MB`)
  console.log(`5,000 idle connections: ${((after - before) * 1000 / 5000).toFixed(1)} kB each`)
  for (const one of idle) one.destroy()
}
await good.goesOn('so many connections')
const events = await good.isUnharmed()
same(await server.kill('SIGTERM'), { code: 0, signal: null }, 'the end of the server')
check(!/rror/.test(server.log.replace(/.*libwebsockets.*\n/g, '')), `errors of the server: ${server.log}`)

// Somebody who does not read is cut off before it costs much; with no limits on rates, so that there is much to read.
const lifted = await startServer(pasch, ['--port', '0', '--db', path.join(folder, 'b.db'), '--max-per-address', '0'])
{
  const good2 = await honest(lifted.port)
  await good2.goesOn('its beginning')
  const before = await memory(lifted.port)
  const slow = new Socket(lifted.port)
  await slow.open
  slow.tcp.pause()
  const join = frame(1, text(JSON.stringify({ join: good2.game.game, token: good2.game.watch })))
  for (let i = 0; i < 40000 && !slow.tcp.destroyed; i++) { slow.raw(join); if (i % 100 === 99) await sleep(1) }
  await until(async () => Number(/^pasch_sockets_slow_total (.*)$/m.exec((await request(lifted.port, 'GET', '/metrics')).text)[1]) === 1, 'who does not read is cut off', 20000)
  const after = await memory(lifted.port)
  check(after - before < 20, `who does not read takes ${after - before} MB`)
  await good2.goesOn('somebody who does not read')
  slow.destroy()
  await good2.isUnharmed()
}
same(await lifted.kill('SIGTERM'), { code: 0, signal: null }, 'the end of the server without limits')

// With the usual limits: so many connections of an address, so many messages, so many games.
const usual = await startServer(pasch, ['--port', '0', '--db', path.join(folder, 'c.db'), '--max-games', '5'])
{
  const many = Array.from({ length: 100 }, () => new Socket(usual.port))
  const fates = await Promise.all(many.map(socket => socket.open.then(() => 1, () => 0)))
  same(fates.reduce((a, b) => a + b), 64, 'sockets of one address')
  for (const socket of many) socket.destroy()
  await sleep(100)
  const fast = await listen(usual.port)
  for (let i = 0; i < 100; i++) fast.send({ ping: i })
  await until(() => fast.messages.length === 100, 'answers to somebody fast')
  const refused = fast.messages.filter(message => message.code === 'rate').length
  check(refused >= 30 && refused <= 40, `${refused} of 100 messages at once came too fast`)
  for (let i = 0; i < 5; i++) await createGame(usual.port, { game: 'puff' })
  same((await request(usual.port, 'POST', '/api/v1/games', { body: { game: 'puff' } })).status, 429, 'too many games')
  await isUp(usual, 'the usual limits')
}
same(await usual.kill('SIGTERM'), { code: 0, signal: null }, 'the end of the server with the usual limits')
puppets.stop()
console.log(`the honest game has had ${events} events`)
process.exit(0)
