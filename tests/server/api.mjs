// What the server answers over HTTP and over sockets, as docs/protocol.md says.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Socket, check, createGame, listen, request, same, scratch, sleep, startServer, until } from './client.mjs'

const [pasch] = process.argv.slice(2)
const folder = scratch(), db = path.join(folder, 'games.db')
const server = await startServer(pasch, ['--port', '0', '--db', db, '--origin', 'https://friend.example'])
const { port } = server
const get = (url, headers) => request(port, 'GET', url, { headers })
const post = (url, body, headers) => request(port, 'POST', url, { body, headers })

// The server itself.
{
  const health = await get('/healthz')
  same([health.status, health.json, health.headers['content-type']], [200, { status: 'ok' }, 'application/json'], '/healthz')
  const metrics = await get('/metrics')
  check(/^pasch_http_requests_total \d+$/m.test(metrics.text) && /^pasch_commit_seconds_bucket\{le="\+Inf"\} \d+$/m.test(metrics.text), '/metrics')
  for (const line of metrics.text.trim().split('\n')) check(/^(# (HELP|TYPE) \S+ .+|[a-z_]+(\{le="[^"]+"\})? [0-9.e+-]+)$/.test(line), `a line of /metrics: ${line}`)
  same((await get('/metrics', { 'x-forwarded-for': '1.2.3.4' })).status, 404, '/metrics by way of a proxy')
  const csp = health.headers['content-security-policy']
  check(csp.startsWith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';") && !csp.includes('unsafe-inline'), 'the CSP')
  same([health.headers['x-content-type-options'], health.headers['referrer-policy']], ['nosniff', 'no-referrer'], 'headers')
  for (const [method, url, status] of [['GET', '/api/v1/nothing', 404], ['POST', '/nothing', 404], ['PUT', '/', 405], ['DELETE', '/api/v1/games', 405], ['GET', '/nothing.js', 404], ['GET', '/api/v1/games', 404]])
    same((await request(port, method, url, method === 'POST' ? { body: '{}' } : {})).status, status, `${method} ${url}`)
}

// The page, where there is one.
const page = await get('/')
if (page.status === 200) {
  same(page.headers['content-type'], 'text/html; charset=utf-8', 'the type of the page')
  for (const url of ['/g/abcdefghijkl', '/games', '/rules/puff', '/check']) same((await get(url)).text, page.text, `${url} is the page`)
  same((await get('/', { 'if-none-match': page.headers.etag })).status, 304, 'the page again')
  const head = await request(port, 'HEAD', '/')
  same([head.status, head.headers['content-length'], head.text], [200, String(Buffer.byteLength(page.text)), ''], 'HEAD')
  const wasm = await get('/pasch.wasm')
  same(wasm.headers['content-type'], 'application/wasm', 'the type of WebAssembly')
  const small = await request(port, 'GET', '/pasch.wasm', { headers: { 'accept-encoding': 'gzip, br' }, raw: true })
  if (small.headers['content-encoding']) check(small.bytes.length === Number(small.headers['content-length']) && small.headers.etag !== wasm.headers.etag, 'a compressed file')
} else {
  same(page.status, 503, 'a program without the page')
}

// New games.
{
  for (const [body, words] of [['{}', "'game' is missing"], ['{"game":"chess"}', 'there is no game'], ['[]', 'no object'], ['nonsense', 'no object'], ['{"game":"puff","game":"pin"}', 'no object']]) {
    const answer = await post('/api/v1/games', body)
    check(answer.status === 400 && answer.json.error.includes(words), `${body}: ${answer.status} ${answer.text}`)
  }
  const game = await createGame(port, { game: 'puff', side: 'o', options: { tops: '2' }, terms: { rounds: 3 } })
  check(/^[\w-]{12}$/.test(game.game) && /^[\w-]{22}$/.test(game.token) && /^[0-9a-f]{64}$/.test(game.commitment), `the names in ${JSON.stringify(game)}`)
  same([game.side, game.links.play, game.links.watch], ['o', `/g/${game.game}#${game.other}`, `/g/${game.game}#${game.watch}`], 'links')
  for (const [token, side] of [[game.token, 'o'], [game.other, 'x'], [game.watch, null]]) {
    const state = (await get(`/api/v1/games/${game.game}`, { authorization: `Bearer ${token}` })).json
    same([state.side, state.setup.set, state.setup.terms.rounds, state.events, state.phase, state.over, state.secret], [side, ['tops=2'], 3, [], 'opening', null, null], `the game as ${side} sees it`)
    same(state.setup.dice, { method: 'pasch-dice-1', commitment: game.commitment }, 'the promise')
  }
  same((await get(`/api/v1/games/${game.game}`)).status, 404, 'a game without a token')
}

// Pages of other origins.
{
  const allowed = await post('/api/v1/games', { game: 'puff' }, { origin: 'https://friend.example' })
  same([allowed.status, allowed.headers['access-control-allow-origin']], [201, 'https://friend.example'], 'a page that is allowed')
  same((await post('/api/v1/games', { game: 'puff' }, { origin: 'https://foe.example' })).status, 403, 'a page that is not')
  const preflight = await request(port, 'OPTIONS', '/api/v1/games', { headers: { origin: 'https://friend.example' } })
  same([preflight.status, preflight.headers['access-control-allow-origin']], [204, 'https://friend.example'], 'what browsers ask first')
  const foe = await request(port, 'OPTIONS', '/api/v1/games', { headers: { origin: 'https://foe.example' } })
  same(foe.headers['access-control-allow-origin'], undefined, 'what browsers ask first for another page')
}

// The engine.
{
  const start = 'standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x 31'
  const here = request => JSON.parse(execFileSync(pasch, ['batch', '--threads', '1'], { input: JSON.stringify(request) + '\n' }))
  for (const request of [{ op: 'start', game: 'puff' }, { op: 'legal', position: start, id: 7 }, { op: 'best', position: start, plies: 0, n: 2 }, { op: 'eval', position: start, plies: 0 }, { op: 'nonsense' }])
    same((await post('/api/v1/batch', request)).json, here(request), `the answer to ${request.op}`)
  const answers = await Promise.all(Array.from({ length: 10 }, (_, id) => post('/api/v1/batch', { op: 'eval', position: start, plies: 0, id })))
  same(answers.map(answer => answer.json.id), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 'many at the same time')
}

// Two strangers meet, play a little, offer a draw and a rematch.
{
  const a = await listen(port), b = await listen(port)
  same(await a.ask({ seek: { game: 'lumbardorum' } }, message => message.seeking), { seeking: true }, 'a seek')
  b.send({ seek: { game: 'lumbardorum' } })
  const seats = { [0]: (await a.wait(message => message.found, 'a is found')).found, [1]: (await b.wait(message => message.found, 'b is found')).found }
  same([seats[0].game, [seats[0].side, seats[1].side].sort().join()], [seats[1].game, 'o,x'], 'the same table')
  const at = {}
  for (const [i, socket] of [a, b].entries()) {
    const { welcome } = await socket.ask({ join: seats[i].game, token: seats[i].token, seed: String(i).repeat(32) }, message => message.welcome)
    same([welcome.side, welcome.claim, welcome.draws], [seats[i].side, 120, true], 'a welcome')
    at[welcome.side] = socket
  }
  const { dice } = await a.wait(message => message.dice, 'the seeds')
  same(Object.values(dice.seeds).sort(), ['0'.repeat(32), '1'.repeat(32)], 'the seeds')
  await a.wait(message => message.event?.startsWith('opening'), 'the opening')
  same(await a.ask({ ping: 5 }, message => message.pong).then(message => message.pong), 5, 'a ping')
  same((await a.ask({ nonsense: 1 }, message => message.error)).code, 'bad', 'no such message')
  at.x.send({ draw: 'offer' })
  same((await at.o.wait(message => message.draw, 'the offer')).draw, 'x', 'who offers')
  at.o.send({ draw: 'accept' })
  const { over } = await at.x.wait(message => message.over, 'the end')
  same(over, { reason: 'draw', winner: null }, 'the end')
  const { secret } = await at.x.wait(message => message.secret, 'the secret')
  check(/^[0-9a-f]{64}$/.test(secret), 'the secret')
  at.x.send({ rematch: true })
  same((await at.o.wait(message => message.rematch, 'the wish')).rematch, { offered: 'x' }, 'a rematch is offered')
  at.o.send({ rematch: true })
  const next = (await at.x.wait(message => message.rematch?.token, 'the rematch')).rematch
  same(next.side, 'o', 'the sides are exchanged')
  const { welcome } = await at.x.ask({ join: next.game, token: next.token }, message => message.welcome)
  same([welcome.side, welcome.setup.game], ['o', 'lumbardorum'], 'the rematch')
  same((await at.o.wait(message => message.players?.x.online === false || message.players?.o.online === false, 'it is seen that x has gone')).players.x.online, false, 'who is there')

  // Records of what was not played to the end, and dice that are not right.
  const record = await get(`/api/v1/games/${seats[0].game}/record`, { authorization: `Bearer ${seats[0].token}` })
  const file = path.join(folder, 'record'), verify = (...more) => {
    try { return execFileSync(pasch, ['dice', 'verify', file, ...more], { stdio: ['ignore', 'pipe', 'pipe'] }).toString() } catch (error) { return { status: error.status, text: `${error.stdout}${error.stderr}` } }
  }
  writeFileSync(file, record.text)
  check(verify().includes('The secret is the one that was promised.'), 'the dice of a draw')
  const lines = record.text.trim().split('\n')
  const roll = lines.findIndex(line => line.includes('opening'))
  writeFileSync(file, lines.map((line, i) => i === roll ? line.replace(/opening (\d)(\d)/, (_, x, o) => `opening ${x % 6 + 1}${o}`) : line).join('\n') + '\n')
  same(verify().status, 1, 'a throw that was changed')
  check(verify().text.includes('should be'), 'which throw was changed')
  same(JSON.parse(verify('--json').text).wrong.length, 1, 'how many were changed')
  writeFileSync(file, record.text.replace(/"secret":"./, match => match.slice(0, -1) + (match.at(-1) === '0' ? '1' : '0')))
  check(verify().status === 1 && verify().text.includes('NOT the one that was promised'), 'another secret')
  writeFileSync(file, lines.slice(0, -1).join('\n') + '\n')
  check(verify().text.includes('the secret is missing'), 'no secret')
  writeFileSync(file, '{"pasch":"record 1"}\n')
  check(verify().text.includes('does not say how its dice were thrown'), 'a record of other dice')
  a.close()
  b.close()
}

// A match with a clock: the time of who does nothing runs out.
{
  const game = await createGame(port, { game: 'standard', side: 'x', clock: { kind: 'fischer', seconds: 1, increment: 0 } })
  const x = await listen(port), o = await listen(port)
  x.send({ join: game.game, token: game.token })
  o.send({ join: game.game, token: game.other })
  const { clock } = await x.wait(message => message.clock?.running, 'the clock runs')
  const { over } = await o.wait(message => message.over, 'the end', 5000)
  same(over, { reason: 'time', winner: clock.running === 'x' ? 'o' : 'x' }, 'whose time was up')
  x.close()
  o.close()
}

// When the server stops, sockets are told so; when it is there again, the game is, too.
{
  const game = await createGame(port, { game: 'standard', side: 'x', terms: { length: 3 } })
  const x = await listen(port), o = await listen(port)
  x.send({ join: game.game, token: game.token })
  o.send({ join: game.game, token: game.other })
  const { seq } = await x.wait(message => message.event && message.event[8] !== message.event[9], 'the opening')
  const idle = new Socket(port)
  await idle.open
  same(await server.kill('SIGTERM'), { code: 0, signal: null }, 'the end of the server')
  await until(() => [x, o, idle].every(socket => socket.closed === 1001), 'the sockets are closed with 1001')
  const again = await startServer(pasch, ['--port', String(port), '--db', db])
  const back = await listen(port)
  const { welcome } = await back.ask({ join: game.game, token: game.token, have: seq }, message => message.welcome)
  same([welcome.seq, welcome.begun], [seq, true], 'the game after a restart')
  await sleep(50)
  same(back.messages.filter(message => message.event), [], 'nothing is told twice')
  // Two servers for the same file: what one stores the other tells.
  const second = await startServer(pasch, ['--port', '0', '--db', db])
  const far = await listen(second.port)
  await far.ask({ join: game.game, token: game.other }, message => message.welcome)
  back.send({ do: 'resign 1', ref: 'r' })
  await far.wait(message => message.event === 'resign 1', 'what has happened at the other server')
  far.send({ do: 'accept', ref: 'r' })
  await back.wait(message => message.event === 'accept', 'the answer from there')
  const busy = await startServer(pasch, ['--port', String(port), '--db', db]).then(() => 'started', error => error.message)
  check(busy.includes('cannot listen') && busy.includes('--port N'), `a port that is in use: ${busy}`)
  for (const one of [again, second]) same(await one.kill('SIGTERM'), { code: 0, signal: null }, 'the end of both')
}
console.log('all answers are right')
process.exit(0)
