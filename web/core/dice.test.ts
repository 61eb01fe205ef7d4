import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { checkDice, commitmentOf, hmac, newSecret, newSeed, openHouse, seedOf, sha256, throwOf, throwsIn, toHex } from './dice'

const bytes = (length: number, seed: number) => Uint8Array.from({ length }, (_, i) => (i * 167 + seed * 59) & 255)

test('SHA-256 and HMAC are those of the standard', () => {
  for (let length = 0; length < 200; length++) {
    const data = bytes(length, length)
    assert.equal(toHex(sha256(data)), createHash('sha256').update(data).digest('hex'))
    const key = bytes(length % 130, 7)
    assert.equal(toHex(hmac(key, data)), createHmac('sha256', key).update(data).digest('hex'))
  }
})

test('throws are what the method says', () => {
  const secret = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
  const seeds = { x: '00112233445566778899aabbccddeeff', o: '0'.repeat(32) }
  for (let n = 1; n <= 300; n++) {
    const dice: number[] = []
    for (let k = 0; dice.length < 2; k++) {
      const hash = createHmac('sha256', Buffer.from(secret, 'hex'))
        .update(`pasch-dice-1:${seeds.x}:${seeds.o}:${n}:${k}`)
        .digest()
      for (const b of hash) if (b < 252) dice.push(1 + (b % 6))
    }
    assert.deepEqual(throwOf(secret, seeds, n), dice.slice(0, 2))
  }
})

test('a house promises, throws and tells', () => {
  const house = openHouse({ x: newSeed(), o: newSeed() })
  assert.match(newSecret(), /^[0-9a-f]{64}$/)
  assert.equal(commitmentOf(house.reveal()), house.setup.commitment)
  assert.deepEqual(house.dice(5), openHouse(house.setup.seeds, house.reveal()).dice(5))
  assert.equal(JSON.stringify(house).includes(house.reveal()), false)
})

test('a seed is any text', () => {
  assert.match(seedOf('Glückspilz'), /^[0-9a-f]{32}$/)
  assert.equal(seedOf('0123456789abcdef0123456789abcdef'), '0123456789abcdef0123456789abcdef')
})

/* A record of throws alone. */
function record(change: (events: string[], lines: object[]) => void = () => {}): string {
  const house = openHouse({ x: newSeed(), o: newSeed() })
  const events: string[] = []
  for (let n = 1; n <= 12; n++) events.push((n < 3 ? 'opening ' : 'roll ') + house.dice(n).join(''), 'end')
  const lines: object[] = [{ pasch: 'record 1', dice: house.setup }]
  change(events, lines)
  lines.push(...events.map((words, i) => ({ by: i % 2 ? 'o' : 'x', do: words })), { secret: house.reveal() })
  return lines.map((line) => JSON.stringify(line)).join('\n') + '\n'
}

test('an honest record is right, and dice are counted', () => {
  const report = checkDice(record())
  assert.equal(report.right, true)
  assert.equal(report.throws.length, 12)
  assert.equal(report.throws[1]!.line, 4)
  assert.equal(
    report.counts.reduce((a, b) => a + b),
    24
  )
})

test('a changed die, a hidden throw, another secret are found', () => {
  const other = (words: string) => words.replace(/(\d)$/, (d) => String((Number(d) % 6) + 1))
  const changed = checkDice(record((events) => (events[6] = other(events[6]!))))
  assert.equal(changed.right, false)
  assert.deepEqual(
    changed.throws.filter((t) => !t.right).map((t) => t.n),
    [4]
  )
  assert.equal(checkDice(record((events) => events.splice(4, 2))).right, false)
  assert.equal(checkDice(record().replace(/"secret":"../, '"secret":"zz')).problem, 'commitment')
  assert.equal(checkDice(record().replace(/\n\{"secret.*/, '')).problem, 'secret')
  assert.equal(checkDice('{"pasch":"record 1"}\n').problem, 'setup')
  assert.equal(checkDice('hello').problem, 'json')
})

test('only throws are counted', () => {
  assert.equal(throwsIn(['opening 31', 'hop 8/5 with 3', 'end', 'roll 66', 'choose 55']), 2)
})
