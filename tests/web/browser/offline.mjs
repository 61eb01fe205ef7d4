/* After one visit the page works without the server, bot and all. And the bot knows no dice before they fall: everything
 * that is sent to its worker is recorded and looked through. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Player, Typed } from './player.mjs'
import { PATIENCE, chance, complaints, loadLibrary, newContext, pick, serve, setUp, startBrowser } from './world.mjs'

let library, server, browser, page, wrong
const workers = []

before(async () => {
  ;[library, server, browser] = await Promise.all([loadLibrary(), serve(), startBrowser()])
  const context = await newContext(browser)
  await setUp(context, { speed: 'off' })
  await context.addInitScript(() => {
    window.posted = []
    const { postMessage } = Worker.prototype
    Worker.prototype.postMessage = function (message, ...rest) {
      window.posted.push({ time: Date.now(), text: JSON.stringify(message) })
      return postMessage.call(this, message, ...rest)
    }
  })
  page = await context.newPage()
  wrong = complaints(page, /ERR_CONNECTION_REFUSED|Failed to (load|fetch)|error occurred when fetching the script/)
  page.on('worker', (worker) => {
    workers.push(worker)
    /* what the browser keeps of the game is not for the bot either */
    worker.evaluate(() => Object.defineProperty(self, 'indexedDB', { get: () => void (self.peeked = true) })).catch(() => undefined)
  })
})

after(async () => {
  await browser?.close()
  if (!server?.exit) await server?.kill('SIGTERM')
})

/* The first visit has settled when the nets of all games are kept. */
async function settled() {
  const worker = await (await fetch(new URL('/sw.js', server.url))).text()
  const nets = worker.match(/\/nets\/[\w-]+\.net/g)
  assert.ok(nets.length > 3)
  const missing = await page.evaluate(
    async ([names, patience]) => {
      const end = Date.now() + patience
      const isKept = async (name) => !!(await caches.match(name))
      for (const name of names)
        while (!(await isKept(name))) {
          if (Date.now() > end) return name
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      return null
    },
    [nets, PATIENCE]
  )
  assert.equal(missing, null)
}

/* Some moves of a game whose net is not fetched with the page. */
async function playOther(game) {
  await page.goto(new URL(`/new/${game}`, server.url).href)
  await pick(page, 'opponent', 'bot')
  await page.click('.setup-go button')
  await page.waitForURL(/\/play\//)
  const player = await new Player(library, page, new URL(page.url()).pathname.split('/')[2], game).open()
  const hands = new Typed(player, chance())
  while (player.events.length < 20) await hands.act()
  await page.getByRole('button', { name: 'Hint' }).click()
  await page.waitForSelector('.hints li, .hints .note')
  assert.equal(await page.locator('.trouble').count(), 0)
}

test('a game against the bot without the server', async () => {
  await page.goto(server.url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50))
  })
  await settled()
  await server.kill('SIGTERM')
  await assert.rejects(fetch(server.url))
  await page.reload()
  await page.getByRole('button', { name: 'Play backgammon' }).click()
  await page.waitForURL(/\/play\//)
  const id = new URL(page.url()).pathname.split('/')[2]
  const player = await new Player(library, page, id, 'offline').open()
  await new Typed(player, chance()).play()
  assert.equal(player.shown.kept.status, 'over')
  console.log(`# ${player.events.length} events`)

  await checkQuestions(player)

  /* the other screens, too */
  await page.click(`a[href="/dice/${id}"]`)
  await page.waitForSelector('[data-testid=dice-verdict].right')
  await page.goto(new URL('/rules/pin', server.url).href)
  await page.waitForSelector('.rules-text h2, .rules-text h3')
  await playOther('pin')
  assert.deepEqual(wrong, [])
})

async function checkQuestions(player) {
  const posted = await page.evaluate(() => window.posted)
  const happened = await page.evaluate(
    (id) =>
      new Promise((resolve) => {
        const request = indexedDB.open('pasch', 1)
        request.onsuccess = () => {
          const range = IDBKeyRange.bound([id, 0], [id, Infinity])
          const rows = request.result.transaction('events').objectStore('events').getAll(range)
          rows.onsuccess = () => resolve(rows.result)
        }
      }),
    player.id
  )
  const secrets = [player.secret, player.setup.dice.seeds.x, player.setup.dice.seeds.o]
  let asked = 0
  for (const { time, text } of posted) {
    for (const secret of secrets) assert.ok(!text.includes(secret), 'no secret is told')
    const { ask } = JSON.parse(text)
    if (ask?.what !== 'act') continue
    asked++
    assert.deepEqual(Object.keys(ask).sort(), ['events', 'level', 'seed', 'table', 'what'])
    const known = ask.events.length
    assert.deepEqual(ask.events, happened.slice(0, known).map((event) => [event.by, event.do]), 'only what has happened')
    for (const event of happened.slice(0, known)) assert.ok(event.time <= time)
    assert.ok(happened[known].time >= time, 'the next event comes after the question')
  }
  const moves = happened.filter((event) => event.by === 'o' && /^(roll|play|hop|end)/.test(event.do)).length
  assert.ok(asked >= moves / 4 && asked > 10, `${asked} questions`)
  /* nothing in a worker has looked into what is kept of the game, where the secret is */
  for (const worker of workers) assert.equal(await worker.evaluate(() => self.peeked).catch(() => undefined), undefined)
  console.log(`# ${asked} questions to the bot, none with a die that had not fallen`)
}
