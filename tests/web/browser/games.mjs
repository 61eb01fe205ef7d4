/* All 25 games, each started from its card and played to its end through the page, some with the mouse, some with keys,
 * some with written moves. The rules library follows and checks every state that is shown. Two are played at a time. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, test } from 'node:test'
import { Clicks, Drags, Keys, Player, Typed } from './player.mjs'
import { chance, complaints, fixDice, loadLibrary, newContext, newFolder, pasch, pick, serve, setUp, startBrowser } from './world.mjs'

const ways = {
  standard: Clicks,
  eureka: Clicks,
  puff: Typed,
  'long-puff': Typed,
  'russian-puff': Typed,
  'long-russian-puff': Typed,
  'french-1': Typed,
  russian: Typed,
  gioul: Typed,
  'french-2': Clicks,
  'acey-deucey': Typed,
  mexican: Typed,
  'old-britain': Drags,
  pin: Typed,
  'catch-me': Clicks,
  doublets: Clicks,
  lumbardorum: Clicks,
  backwards: Typed,
  straight: Keys,
  'fixed-roll': Keys,
  'no-hit': Clicks,
  'open-roll': Keys,
  reversed: Typed,
  snake: Clicks,
  'double-vs-choice': Clicks,
}
const chosen = process.env.GAMES ? process.env.GAMES.split(',') : Object.keys(ways)

const LANES = 2

let library, server, browser
const lanes = []

async function openPage() {
  const context = await newContext(browser, { viewport: { width: 1024, height: 640 } })
  await setUp(context, { speed: 'off' })
  await fixDice(context, chance()(1e9))
  const page = await context.newPage()
  const wrong = complaints(page)
  await page.goto(server.url)
  await page.waitForSelector('.game-card')
  return { page, wrong }
}

before(async () => {
  ;[library, server, browser] = await Promise.all([loadLibrary(), serve(), startBrowser()])
  for (let n = 0; n < LANES; n++) lanes.push(await openPage())
})

after(async () => {
  await browser?.close()
  await server?.kill('SIGTERM')
})

test('there is a card for every game', async () => {
  const names = await lanes[0].page.$$eval('.game-card h3 a', (links) => links.map((link) => link.getAttribute('href').slice('/new/'.length)))
  assert.deepEqual(names.sort(), Object.keys(ways).sort())
  assert.deepEqual(names, library.core.games().map((game) => game.id).sort())
})

async function startFromCard(page, id) {
  await page.click('.brand')
  await page.click(`.game-card h3 a[href="/new/${id}"]`)
  await pick(page, 'opponent', 'screen')
  await pick(page, 'stake', 'one')
  await page.click('.setup-go button')
  await page.waitForURL(/\/play\//)
  return new URL(page.url()).pathname.split('/')[2]
}

/* What a person can download must be what has happened, and the program must find its dice right. */
async function checkRecord(player) {
  const { page } = player
  await page.click(`a[href="/review/${player.id}"]`)
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('.row button, .row a[download]').first().click()])
  const file = join(newFolder(), 'record.jsonl')
  writeFileSync(file, readFileSync(await download.path()))
  const lines = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line))
  assert.deepEqual(lines[0], player.setup)
  assert.deepEqual(
    lines.filter((line) => line.do).map((line) => line.do),
    player.events.map((event) => event.do)
  )
  execFileSync(pasch, ['dice', 'verify', file], { stdio: 'pipe' })
}

async function playGame(id, { page, wrong }) {
  const begin = performance.now()
  const random = chance()
  const player = await new Player(library, page, await startFromCard(page, id), id).open()
  const hands = new ways[id](player, random)
  /* the cube is turned once where there is one */
  hands.wantsDouble = (state) => state.cube.mayDouble && state.cube.value === 1 && player.events.length > 20
  await hands.play()
  const { state, events, looks } = player
  assert.notEqual(state.winner, null)
  assert.equal(player.shown.kept.status, 'over')
  assert.match(player.shown.status, /won|wins|draw/i)
  await checkRecord(player)
  assert.deepEqual(wrong, [])
  const seconds = (performance.now() - begin) / 1000
  console.log(`# ${id}: ${ways[id].name}, ${events.length} events, ${looks} looks, ${seconds.toFixed(1)} s`)
}

describe('each game is played to its end', { concurrency: LANES }, () => {
  for (const id of chosen)
    it(id, async () => {
      const lane = lanes.pop()
      try {
        await playGame(id, lane)
      } finally {
        lanes.push(lane)
      }
    })
})
