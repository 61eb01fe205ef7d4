// What the tests of the server share: starting it, a WebSocket client made by hand (so that it can misbehave), and the
// puppet that knows the rules.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { accessSync, mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'

export const sleep = ms => new Promise(done => setTimeout(done, ms))

export function check(condition, text) {
  if (!condition) throw new Error(text)
}

export function same(got, wanted, text) {
  const a = JSON.stringify(got), b = JSON.stringify(wanted)
  check(a === b, `${text}: ${a}, not ${b}`)
}

// A folder that is gone when the test is, in memory where that can be had: only processes are killed, not the machine.
export function scratch(memory = true) {
  let parent = os.tmpdir()
  try { accessSync('/dev/shm', 2); if (memory) parent = '/dev/shm' } catch { /* on the disk, then */ }
  const folder = mkdtempSync(path.join(parent, 'pasch-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const children = new Set()
process.on('exit', () => { for (const child of children) child.kill('SIGKILL') })

// Until `say` is true.
export async function until(say, text, ms = 20000) {
  const end = Date.now() + ms
  while (!await say()) {
    check(Date.now() < end, `waited in vain: ${text}`)
    await sleep(10)
  }
}

// `detached`: in a session of its own, which is what Linux shares the processors among.
export async function startServer(pasch, args, { detached = false } = {}) {
  const child = spawn(pasch, ['serve', '--log', 'warn', ...args], {
    detached, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PASCH_CACHE: '', ASAN_OPTIONS: 'quarantine_size_mb=4' } })
  children.add(child)
  const server = { child, log: '', exit: null }
  child.stderr.on('data', data => { server.log += data })
  const ended = new Promise(done => child.on('close', (code, signal) => {
    server.exit = { code, signal }
    children.delete(child)
    done(server.exit)
  }))
  server.ended = () => ended
  const lines = readline.createInterface({ input: child.stdout })
  const url = await Promise.race([
    new Promise(done => lines.on('line', line => { const m = /at (http\S+)/.exec(line); if (m) done(m[1]) })),
    ended.then(() => { throw new Error(`the server does not start: ${server.log}`) })])
  server.url = url
  server.port = Number(new URL(url).port)
  server.kill = async signal => { child.kill(signal); return ended }
  return server
}

// { status, headers, text, json }
export function request(port, method, url, { body, headers = {}, raw = false } = {}) {
  return new Promise((done, fail) => {
    const content = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const all = { ...headers }
    if (content !== undefined) {
      all['content-type'] ??= 'application/json'
      all['content-length'] = Buffer.byteLength(content)
    }
    const ask = http.request({ host: '127.0.0.1', port, method, path: url, headers: all, agent: false }, answer => {
      const parts = []
      answer.on('data', part => parts.push(part))
      answer.on('end', () => {
        const bytes = Buffer.concat(parts), text = bytes.toString()
        let json = null
        try { json = JSON.parse(text) } catch { /* no JSON */ }
        done({ status: answer.statusCode, headers: answer.headers, text, json, bytes: raw ? bytes : null })
      })
    })
    ask.on('error', fail)
    ask.end(content)
  })
}

export async function createGame(port, wish) {
  const answer = await request(port, 'POST', '/api/v1/games', { body: wish })
  check(answer.status === 201, `no game: ${answer.status} ${answer.text}`)
  return { ...answer.json, other: answer.json.links.play.split('#')[1], watch: answer.json.links.watch.split('#')[1] }
}

export function frame(opcode, payload, { fin = true, mask = true, length = payload.length } = {}) {
  const head = [(fin ? 0x80 : 0) | opcode]
  const bit = mask ? 0x80 : 0
  if (length < 126) head.push(bit | length)
  else if (length < 65536) head.push(bit | 126, length >> 8, length & 255)
  else {
    const eight = Buffer.alloc(8)
    eight.writeBigUInt64BE(BigInt(length))
    head.push(bit | 127, ...eight)
  }
  if (!mask) return Buffer.concat([Buffer.from(head), payload])
  const key = randomBytes(4), hidden = Buffer.from(payload)
  for (let i = 0; i < hidden.length; i++) hidden[i] ^= key[i & 3]
  return Buffer.concat([Buffer.from(head), key, hidden])
}

// A WebSocket. `open` is settled when the handshake is through (or refused: rejects with the status line).
export class Socket {
  constructor(port, { origin, host, path: where = '/api/v1/ws', protocol = 'pasch-1', family } = {}) {
    this.closed = null // the code, or 0 without one
    this.onmessage = () => {}
    this.onclose = () => {}
    this.rest = Buffer.alloc(0)
    const key = randomBytes(16).toString('base64')
    this.tcp = net.connect({ port, host: '127.0.0.1', family, noDelay: true })
    this.tcp.write(`GET ${where} HTTP/1.1\r\nHost: ${host ?? `127.0.0.1:${port}`}\r\nConnection: Upgrade\r\n` +
      `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n` +
      (protocol ? `Sec-WebSocket-Protocol: ${protocol}\r\n` : '') + (origin ? `Origin: ${origin}\r\n` : '') + '\r\n')
    this.tcp.on('error', () => {})
    this.code = 0
    this.open = new Promise((done, fail) => {
      this.tcp.on('data', data => {
        this.rest = this.rest.length ? Buffer.concat([this.rest, data]) : data
        if (!this.shaken) {
          const end = this.rest.indexOf('\r\n\r\n')
          if (end < 0) return
          const head = this.rest.subarray(0, end).toString()
          this.rest = this.rest.subarray(end + 4)
          if (!head.startsWith('HTTP/1.1 101')) { this.tcp.destroy(); fail(new Error(head.split('\r\n')[0])); return }
          const accept = createHash('sha1').update(key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64')
          if (!head.includes(accept)) { fail(new Error('a wrong handshake')); return }
          this.shaken = true
          done(this)
        }
        this.parse()
      })
      this.tcp.on('close', () => {
        if (this.closed === null) { this.closed = this.code; this.onclose(this.code) }
        fail(new Error('hung up'))
      })
    })
    this.open.catch(() => {})
  }

  parse() {
    for (;;) {
      const b = this.rest
      if (b.length < 2) return
      let length = b[1] & 127, at = 2
      if (length === 126) { if (b.length < 4) return; length = b.readUInt16BE(2); at = 4 }
      else if (length === 127) { if (b.length < 10) return; length = Number(b.readBigUInt64BE(2)); at = 10 }
      if (b.length < at + length) return
      const payload = b.subarray(at, at + length), opcode = b[0] & 15
      this.rest = b.subarray(at + length)
      if (opcode === 1) this.onmessage(JSON.parse(payload.toString()))
      else if (opcode === 8) {
        this.code = payload.length >= 2 ? payload.readUInt16BE(0) : 0
        this.tcp.end(frame(8, payload.subarray(0, 2)))
      } else if (opcode === 9) this.tcp.write(frame(10, payload))
    }
  }

  send(message) { this.tcp.write(frame(1, Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)))) }
  raw(bytes) { this.tcp.write(bytes) }
  close() { this.tcp.end(frame(8, Buffer.from([3, 232]))) }
  destroy() { this.tcp.destroy() }
}

// A socket whose messages are kept, with a way to wait for one.
export async function listen(port, options) {
  const socket = new Socket(port, options)
  socket.messages = []
  socket.onmessage = message => socket.messages.push(message)
  await socket.open
  socket.wait = async (fits, text, ms) => {
    let found
    await until(() => (found = socket.messages.find(fits)) || socket.closed !== null, text, ms)
    check(found, `closed (${socket.closed}) before: ${text}; got ${JSON.stringify(socket.messages.slice(-3))}`)
    socket.messages.splice(socket.messages.indexOf(found), 1)
    return found
  }
  socket.ask = async (message, fits, text = JSON.stringify(message)) => { socket.send(message); return socket.wait(fits, text) }
  return socket
}

export const seedOf = text => createHash('md5').update(text).digest('hex')

// The puppets: one process for all games.
export function startPuppets(program) {
  const child = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.add(child)
  const waiting = []
  readline.createInterface({ input: child.stdout }).on('line', line => waiting.shift()(line.slice(line.indexOf(' ') + 1)))
  return {
    tell: line => new Promise(done => { waiting.push(done); child.stdin.write(line + '\n') }),
    stop: () => { child.stdin.end(); children.delete(child) }
  }
}

// A player who follows a game, with a puppet of its own, through lost connections: what has not been answered is sent
// again with its old ref.
export class Player {
  constructor(puppets, name, { game, token, seed = seedOf(name), pace = 0 }) {
    Object.assign(this, { puppets, name, game, token, seed, pace })
    this.events = []
    this.refs = 0
    this.pending = null
    this.errors = []
    this.over = null
    this.secret = null
    this.doubled = 0
    this.queue = Promise.resolve()
  }

  async connect(port) {
    this.socket?.destroy()
    const socket = this.socket = new Socket(port)
    socket.onmessage = message => {
      message.at = performance.now()
      this.queue = this.queue.then(() => socket === this.socket && this.take(message))
    }
    await socket.open
    socket.send({ join: this.game, token: this.token, have: this.events.length, seed: this.seed })
  }

  async take(message) {
    if (message.welcome) {
      this.side = message.welcome.side
      this.setup ??= message.welcome.setup
      if (!this.puppet) {
        this.puppet = `${this.game}-${this.name}`
        const answer = await this.puppets.tell(`${this.puppet} new ${parseInt(this.seed.slice(0, 8), 16)} ${JSON.stringify(this.setup)}`)
        check(answer.startsWith('ok'), `no such setup: ${answer}`)
        this.phase = answer.split(' ')[1]
      }
      this.begun = message.welcome.begun
      if (this.pending) this.socket.send(this.pending)
      else if (this.begun && this.events.length === message.welcome.seq) await this.act()
    } else if (message.event) {
      if (message.seq <= this.events.length) { // an answer to a repeated ref
        same(message.event, this.events[message.seq - 1].event, `event ${message.seq} was another one`)
      } else {
        same(message.seq, this.events.length + 1, `${this.name} misses an event`)
        const answer = await this.puppets.tell(`${this.puppet} ${message.side ?? '-'} ${message.event}`)
        check(answer.startsWith('ok'), `the rules refuse what the server says: ${answer}`)
        this.events.push({ side: message.side, event: message.event })
        this.phase = answer.split(' ')[1]
        this.onevent?.(message)
      }
      if (this.pending && message.ref === this.pending.ref) this.pending = null
      if (!this.pending) await this.act()
    } else if (message.dice) {
      this.begun = true
      if (this.phase === 'playing') await this.act() // from a position: there is no opening
    } else if (message.error) {
      this.errors.push(message)
      if (message.code === 'stale' || message.code === 'rules') { this.pending = null; await this.act() }
      else if (message.code === 'rate' || message.code === 'store') {
        const again = this.pending
        setTimeout(() => { if (again && this.pending === again) this.socket.send(again) }, 200)
      }
    } else if (message.over) this.over = message.over
    else if (message.secret) this.secret = message.secret
    else this.onother?.(message)
  }

  async act() {
    if (this.over || this.paused || !this.side || !this.begun || this.pending) return
    if (this.phase === 'between' && this.side === 'o' && Math.random() < 0.5) return
    const words = await this.puppets.tell(`${this.puppet} ask ${this.side}`)
    if (words === '-' || this.phase === 'over') return
    if (this.pace) await sleep(this.pace * Math.random() * 2)
    if (this.paused) return
    this.pending = { do: words, ref: `${this.name}${++this.refs}`, seq: this.events.length }
    this.sent = performance.now()
    this.socket.send(this.pending)
  }
}
