/* Two browsers on one link play a match with the cube. One of them is closed and opened again in the middle of its turn,
 * and all the while the server is killed with -9 and started again: no event is lost, none is there twice. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { request, sleep } from '../../server/client.mjs'
import { Clicks, Player, Typed } from './player.mjs'
import { PATIENCE, chance, complaints, databases, loadLibrary, newFolder, pasch, pick, serve, startLastingBrowser } from './world.mjs'

const KILLS = 20
const db = join(databases, 'match.db')
const homes = { x: newFolder(), o: newFolder() }
const offline = /WebSocket|ERR_CONNECTION|ERR_EMPTY|Failed to (load|fetch)|error occurred when fetching the script/
const settings = JSON.stringify({ speed: 'off' })
let library, server, browsers, wrong

async function openPage(side, path) {
  const context = (browsers[side] = await startLastingBrowser(homes[side]))
  const page = context.pages()[0] ?? (await context.newPage())
  wrong.push(complaints(page, offline))
  /* not in the browser's own page that says why one cannot be loaded */
  await page.addInitScript((json) => location.protocol === 'http:' && localStorage.setItem('pasch.settings', json), settings)
  await insist(() => page.goto(new URL(path, server.url).href))
  return page
}

/* The server may be away just now. */
async function insist(load) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(200))
    if (await load().catch(() => null)) return
  assert.fail('the page is not loaded')
}

before(async () => {
  wrong = []
  browsers = {}
  ;[library, server] = await Promise.all([loadLibrary(), serve({ db })])
})

after(async () => {
  for (const browser of Object.values(browsers)) await browser.close()
  await server?.kill('SIGTERM')
})

async function orderMatch(page) {
  await pick(page, 'opponent', 'link')
  await pick(page, 'seat', 'x')
  await pick(page, 'stake', 'match')
  await page.locator('.number input').first().fill('3')
  await page.click('.setup-go button')
  await page.waitForURL(/\/g\//)
  return page.locator('.invite input').inputValue()
}

/* In the middle of whatever goes on: some events after the last time, and then at any moment. */
async function killNowAndThen(moves, state) {
  const random = chance(Date.now())
  for (state.kills = 0; state.kills < KILLS; ) {
    const from = moves()
    const more = 1 + random(5)
    while (moves() < from + more) {
      if (state.ended) return
      await sleep(3)
    }
    await sleep(random(120))
    const { port } = server
    await server.kill('SIGKILL')
    state.kills++
    await sleep(random(300))
    server = await serve({ port, db })
  }
}

test('a match by link, with everything that can break down in between', async () => {
  const begin = performance.now()
  const pageX = await openPage('x', '/new/standard')
  const invitation = new URL(await orderMatch(pageX))
  const pageO = await openPage('o', invitation.pathname + invitation.hash)
  await pageX.waitForFunction(() => !document.querySelector('.invite'))
  const id = invitation.pathname.split('/')[2]
  const players = { x: new Player(library, pageX, id, 'x'), o: new Player(library, pageO, id, 'o') }
  for (const player of Object.values(players)) await player.open({ others: true })
  const random = chance()
  const hands = { x: new Clicks(players.x, random), o: new Typed(players.o, random) }
  for (const hand of Object.values(hands))
    hand.wantsDouble = (state) => state.cube.mayDouble && state.cube.value === 1 && players.x.events.length > 40

  const done = { x: [], o: [] }
  const killing = { ended: false, kills: 0 }
  const killer = killNowAndThen(() => players.x.events.length + players.o.events.length, killing)
  let reopened = 0
  let reloaded = 0
  let waited = performance.now()
  const over = () => players.x.over && players.o.over
  while (!over()) {
    assert.ok(performance.now() - waited < 2 * PATIENCE, `the match goes on: ${players.x.state.ppn}`)
    for (const side of ['x', 'o']) {
      const player = players[side]
      const settled = await player.glance()
      const { state } = player
      const due = state.phase === 'between' ? side === 'x' : state.actor === side
      if (!settled || !due || state.phase === 'opening' || player.over) continue
      player.check()
      await hands[side].due()
      const shown = await act(player)
      done[side].push(shown)
      waited = performance.now()
      /* one is closed with a man just moved and a number left, the other loads its page again */
      if (side === 'x' && !reopened && players.x.events.length > 20 && state.due === 'play' && state.next.length && !state.hops.length) {
        reopened++
        await browsers.x.close()
        players.x.page = hands.x.page = await openPage('x', `/g/${id}`)
        await players.x.page.waitForSelector('.pb')
      }
      if (side === 'o' && !reloaded && players.o.events.length > 30) {
        reloaded++
        await insist(() => players.o.page.reload())
        await players.o.page.waitForSelector('.pb')
      }
    }
  }
  killing.ended = true
  await killer
  assert.deepEqual([killing.kills, reopened, reloaded], [KILLS, 1, 1])
  console.log(`# ${players.x.events.length} events, ${killing.kills} kills, ${((performance.now() - begin) / 1000).toFixed(0)} s`)
  await compare(players, done, id)
})

/* Waits until what was just done is kept by the page, sent or not, and returns its words. */
async function act(player) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(5)) {
    const { kept, events } = await player.ask(false)
    if (kept.outbox.length) return kept.outbox[0].do
    const own = events.find((event) => event.by === player.mine || event.do === 'next')
    if (own) return own.do
  }
  assert.fail(`${player.says}: nothing was done, ${player.state.ppn}`)
}

const plain = (words) => words.replace(/^roll .*/, 'roll').replace('*', '') // a hit is marked by who writes it down

async function compare(players, done, id) {
  const { x, o } = players
  const kept = await Promise.all([x.ask(false), o.ask(false)])
  assert.deepEqual(x.events, o.events, 'both have seen the same')
  const { token } = kept[0].kept
  const headers = { authorization: `Bearer ${token}` }
  const { json } = await request(server.port, 'GET', `/api/v1/games/${id}`, { headers })
  assert.deepEqual(json.events.map((event) => event.seq), x.events.map((_, i) => i + 1))
  assert.deepEqual(json.events.map(({ side, event }) => ({ by: side, do: event })), x.events, 'as the server has it')
  for (const side of ['x', 'o']) {
    const stored = x.events.filter((event) => event.by === side && event.do !== 'next').map((event) => plain(event.do))
    const wanted = done[side].filter((words) => words !== 'next').map(plain)
    assert.deepEqual(stored, wanted, `what ${side} has done is there, once and in order`)
  }
  const { x: mine, o: theirs } = x.state.score
  assert.ok(Math.max(mine, theirs) >= 3, `${mine}:${theirs}`)
  assert.ok(x.events.some((event) => event.do === 'take'))
  const { text } = await request(server.port, 'GET', `/api/v1/games/${id}/record`, { headers })
  const file = join(newFolder(), 'record.jsonl')
  writeFileSync(file, text)
  execFileSync(pasch, ['dice', 'verify', file], { stdio: 'pipe' })
  for (const player of [x, o]) {
    await player.page.click(`a[href="/dice/${id}"]`)
    await player.page.waitForSelector('[data-testid=dice-verdict].right')
  }
  assert.deepEqual(wrong.flat(), [])
}
