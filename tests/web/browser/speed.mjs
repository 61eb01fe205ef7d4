/* How heavy and how fast: the first view under 150 kB and usable within a second, a move of the bot at the level that
 * is set when one comes within 300 ms, the first one, too. Other programs may take the cores: each is tried several
 * times, the best counts, and time counts by the share of a core that is to be had. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Player, Typed } from './player.mjs'
import { chance, loadLibrary, newContext, serve, setUp, startBrowser } from './world.mjs'

const KILOBYTES = 150
const USABLE = 1000
const MOVE = 300
/* A single move, among dozens, may be so much slower. */
const SLOWEST = 3
const TRIES = 6

let library, server, browser

before(async () => {
  ;[library, server, browser] = await Promise.all([loadLibrary(), serve(), startBrowser()])
})

after(async () => {
  await browser?.close()
  await server?.kill('SIGTERM')
})

/* What this process gets of a core that it wants all of. */
function share() {
  const begin = performance.now()
  const before = process.cpuUsage()
  while (performance.now() < begin + 200);
  const { user, system } = process.cpuUsage(before)
  return Math.min(1, (user + system) / 1000 / (performance.now() - begin))
}

/* Tries until it is good, not for ever. `measure` tells milliseconds. */
async function best(what, limit, measure) {
  let least = Infinity
  for (let n = 0; n < TRIES && least >= limit; n++) {
    const before = share()
    const wall = await measure()
    const part = Math.min(before, share())
    least = Math.min(least, wall * part)
    console.log(`# ${what}: ${wall.toFixed(0)} ms with ${(100 * part).toFixed(0)} % of a core`)
  }
  assert.ok(least < limit, `${what}: ${least.toFixed(0)} ms`)
}

async function firstView() {
  const context = await newContext(browser)
  await context.addInitScript(() => {
    const look = () => {
      const button = document.querySelector('.quick button:not(:disabled)')
      if (!button || !document.querySelector('.hero-board svg')) return
      window.usable ??= performance.now()
      observer.disconnect()
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true, attributes: true })
  })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  const urls = new Map()
  const sizes = []
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.push([urls.get(requestId), encodedDataLength]))
  await page.goto(server.url)
  await page.waitForFunction(() => window.usable)
  await page.waitForLoadState('load')
  const usable = await page.evaluate(() => window.usable)
  await context.close()
  const bytes = sizes.filter(([url]) => !/\/nets\//.test(url)).reduce((sum, [, size]) => sum + size, 0)
  return { usable, bytes, sizes }
}

test('the first view', async () => {
  let view
  await best('usable', USABLE, async () => (view = await firstView()).usable)
  console.log(`# first view: ${(view.bytes / 1000).toFixed(1)} kB in ${view.sizes.length} files`)
  for (const [url, size] of view.sizes) console.log(`#   ${new URL(url).pathname} ${size}`)
  assert.ok(view.bytes < KILOBYTES * 1000, `${view.bytes} bytes`)
})

/* How long the bot has thought about each of its plays. */
async function botTimes() {
  const context = await newContext(browser)
  await setUp(context, { speed: 'off' })
  await context.addInitScript(() => {
    window.thought = []
    window.awake = false
    const { postMessage } = Worker.prototype
    Worker.prototype.postMessage = function (message, ...rest) {
      const begin = performance.now()
      const done = ({ data }) => {
        if (data.id !== message.id || 'part' in data) return
        this.removeEventListener('message', done)
        if (message.ask?.what === 'act') window.thought.push([data.value, performance.now() - begin])
        if (message.ask?.what === 'ready') window.awake = true
      }
      this.addEventListener('message', done)
      return postMessage.call(this, message, ...rest)
    }
  })
  const page = await context.newPage()
  await page.goto(server.url)
  /* while a person looks at the page, the bot wakes up */
  await page.waitForFunction(() => window.awake)
  await page.getByRole('button', { name: 'Play backgammon' }).click()
  await page.waitForURL(/\/play\//)
  const player = await new Player(library, page, new URL(page.url()).pathname.split('/')[2], 'speed').open()
  const hands = new Typed(player, chance())
  while (!player.over && player.events.length < 60) await hands.act()
  const all = await page.evaluate(() => window.thought)
  await context.close()
  return all.filter(([words]) => words !== 'roll').map(([, time]) => time)
}

test('a move of the bot', async () => {
  await best('slowest move, by three, and first', MOVE, async () => {
    const times = await botTimes()
    const sorted = [...times].sort((a, b) => a - b)
    const middle = sorted[sorted.length >> 1]
    console.log(`# the bot moves in ${middle.toFixed(0)} ms (${sorted.at(-1).toFixed(0)} at the most of ${times.length}; the first time ${times[0].toFixed(0)})`)
    return Math.max(times[0], middle, sorted.at(-1) / SLOWEST)
  })
})
