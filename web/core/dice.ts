/* Dice that can be checked, "pasch-dice-1": the house draws a secret and publishes its hash before the game, each player
 * adds a seed, and every throw follows from all three and its number. Once the secret is told, anybody can see that the
 * house could neither choose nor change a throw. */

export const METHOD = 'pasch-dice-1'

export interface DiceSetup {
  method: typeof METHOD
  /** SHA-256 of the secret. */
  commitment: string
  seeds: { x: string; o: string }
}

/** The seed of a player who has given none. */
export const NO_SEED = '0'.repeat(32)

const SECRET_BYTES = 32
const SEED_BYTES = 16

/* SHA-256 (FIPS 180-4). The browser's own is missing where a page is not served safely, and never answers at once. */

/* The first 32 bits of the fraction of a root, by whole numbers so that every browser has the same. */
function fraction(n: number, power: 2n | 3n): number {
  const scaled = BigInt(n) << (32n * power)
  let low = 0n
  let high = 1n << 40n
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if (middle ** power <= scaled) low = middle
    else high = middle
  }
  return Number(low & 0xffffffffn)
}

const primes: number[] = []
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n)
const START = primes.slice(0, 8).map((p) => fraction(p, 2n))
const ROUND = primes.map((p) => fraction(p, 3n))

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))

type Eight = [number, number, number, number, number, number, number, number]

function mix(hash: Int32Array, block: DataView, at: number): void {
  const w = new Int32Array(64)
  for (let i = 0; i < 16; i++) w[i] = block.getInt32(at + 4 * i)
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15]!
    const b = w[i - 2]!
    w[i] =
      w[i - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))
  }
  let [a, b, c, d, e, f, g, h] = [...hash] as Eight
  for (let i = 0; i < 64; i++) {
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i]! + w[i]!
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  const add = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) hash[i]! += add[i]!
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000))
  view.setUint32(padded.length - 4, bytes.length << 3)
  const hash = Int32Array.from(START)
  for (let at = 0; at < padded.length; at += 64) mix(hash, view, at)
  const out = new Uint8Array(32)
  hash.forEach((word, i) => new DataView(out.buffer).setInt32(4 * i, word))
  return out
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}

/** HMAC-SHA-256 (RFC 2104). */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64)
  block.set(key.length > 64 ? sha256(key) : key)
  const inner = sha256(joined(block.map((b) => b ^ 0x36), message))
  return sha256(joined(block.map((b) => b ^ 0x5c), inner))
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
}

/** Throws an Error if it is not lower-case hex of so many bytes. */
export function fromHex(text: string, bytes: number): Uint8Array {
  if (text.length !== 2 * bytes || !/^[0-9a-f]*$/.test(text)) throw new Error(`not ${bytes} bytes in hex: ${text}`)
  return Uint8Array.from({ length: bytes }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16))
}

const random = (bytes: number) => toHex(crypto.getRandomValues(new Uint8Array(bytes)))
export const newSecret = () => random(SECRET_BYTES)
export const newSeed = () => random(SEED_BYTES)

/** What a person types as a seed: any text, of which the hash is taken unless it is one already. */
export function seedOf(text: string): string {
  return /^[0-9a-f]{32}$/.test(text) ? text : toHex(sha256(new TextEncoder().encode(text)).slice(0, SEED_BYTES))
}

export function commitmentOf(secret: string): string {
  return toHex(sha256(fromHex(secret, SECRET_BYTES)))
}

/** Throw number n, from 1: the first die is x's in an opening. A byte from 252 on would favour low numbers. */
export function throwOf(secret: string, seeds: { x: string; o: string }, n: number): [number, number] {
  const key = fromHex(secret, SECRET_BYTES)
  const dice: number[] = []
  for (let k = 0; dice.length < 2; k++) {
    const message = new TextEncoder().encode(`${METHOD}:${seeds.x}:${seeds.o}:${n}:${k}`)
    for (const b of hmac(key, message)) if (b < 252) dice.push(1 + (b % 6))
  }
  return [dice[0]!, dice[1]!]
}

/** The house of a game in this page. Nothing but `dice` and `reveal` knows the secret. */
export interface House {
  readonly setup: DiceSetup
  dice(n: number): [number, number]
  reveal(): string
}

/** With a secret: goes on with a game that was kept. */
export function openHouse(seeds: { x: string; o: string }, secret = newSecret()): House {
  const setup: DiceSetup = { method: METHOD, commitment: commitmentOf(secret), seeds: { ...seeds } }
  return { setup, dice: (n) => throwOf(secret, seeds, n), reveal: () => secret }
}

/** How many throws there have been: the number of the next is one more. */
export function throwsIn(events: readonly string[]): number {
  return events.filter((words) => /^(opening|roll) /.test(words)).length
}

/* Checking. */

export interface CheckedThrow {
  /** Of the throw, from 1, and of its line in the record, from 1. */
  n: number
  line: number
  by: string
  words: string
  expected: [number, number]
  right: boolean
}

export interface DiceReport {
  /** The secret is that of the commitment, and every throw is right. */
  right: boolean
  /** Why nothing could be checked, in a word: see `problems`. */
  problem: DiceProblem | null
  throws: CheckedThrow[]
  /** Dice 1 to 6 (index 0 to 5), and the throws with two equal ones. */
  counts: number[]
  doubles: number
}

/** json: a line is no JSON; setup: no record, or one without checkable dice; secret: it has not been told yet;
 * commitment: the secret is not the one that was promised. */
export type DiceProblem = 'json' | 'setup' | 'secret' | 'commitment'

interface Line {
  by?: string
  do?: string
  secret?: string
  dice?: DiceSetup
}

function report(problem: DiceProblem | null, throws: CheckedThrow[] = []): DiceReport {
  const counts = [0, 0, 0, 0, 0, 0]
  let doubles = 0
  for (const { words } of throws) {
    const [a, b] = diceIn(words)
    counts[a - 1]!++
    counts[b - 1]!++
    if (a === b) doubles++
  }
  return { right: !problem && throws.every((t) => t.right), problem, throws, counts, doubles }
}

function diceIn(words: string): [number, number] {
  const found = words.match(/[1-6]/g) ?? []
  return [Number(found[0] ?? 0), Number(found[1] ?? 0)]
}

/** Recomputes every throw of a record (lines of JSON: setup, events, the secret). */
export function checkDice(record: string): DiceReport {
  let lines: Line[]
  try {
    lines = record
      .split('\n')
      .filter((line) => line.trim())
      .map((line) => JSON.parse(line) as Line)
  } catch {
    return report('json')
  }
  const setup = lines[0]?.dice
  const secret = lines.find((line) => typeof line.secret === 'string')?.secret
  if (setup?.method !== METHOD) return report('setup')
  if (secret === undefined) return report('secret')
  if (!/^[0-9a-f]{64}$/.test(secret) || commitmentOf(secret) !== setup.commitment) return report('commitment')
  const throws: CheckedThrow[] = []
  lines.forEach(({ by, do: words }, i) => {
    if (words === undefined || !/^(opening|roll) /.test(words)) return
    const n = throws.length + 1
    const expected = throwOf(secret, setup.seeds, n)
    const [a, b] = diceIn(words)
    const right =
      (a === expected[0] && b === expected[1]) || (words.startsWith('roll') && a === expected[1] && b === expected[0])
    throws.push({ n, line: i + 1, by: by ?? '', words, expected, right })
  })
  return report(null, throws)
}
