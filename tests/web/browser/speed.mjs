/* How heavy and how fast: the first view under 150 kB and usable within a second, a move of the bot at the level that
 * is set when one comes within 300 ms. What a busy machine shows is printed and judged mildly. */
import assert from 'node:assert/strict'
import { cpus, loadavg } from 'node:os'
import { after, before, test } from 'node:test'
import { Player, Typed } from './player.mjs'
import { chance, loadLibrary, newContext, serve, setUp, startBrowser } from './world.mjs'

const KILOBYTES = 150
const USABLE = 1000
const MOVE = 300

let library, server, browser
/* The load of the last minute that is not this test's own. */
const busy = loadavg()[0] > cpus().length
const mild = busy ? 10 : 3

before(async () => {
  ;[library, server, browser] = await Promise.all([loadLibrary(), serve(), startBrowser()])
  if (busy) console.log(`# the machine is busy: ${loadavg()[0].toFixed(1)}`)
})

after(async () => {
  await browser?.close()
  await server?.kill('SIGTERM')
})

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
  const views = []
  for (let n = 0; n < 3; n++) views.push(await firstView())
  const bytes = Math.max(...views.map((view) => view.bytes))
  const usable = Math.min(...views.map((view) => view.usable))
  console.log(`# first view: ${(bytes / 1000).toFixed(1)} kB in ${views[0].sizes.length} files, usable after ${usable.toFixed(0)} ms`)
  for (const [url, size] of views[0].sizes) console.log(`#   ${new URL(url).pathname} ${size}`)
  assert.ok(bytes < KILOBYTES * 1000, `${bytes} bytes`)
  assert.ok(usable < USABLE * mild, `${usable} ms`)
})

test('a move of the bot', async () => {
  const context = await newContext(browser)
  await setUp(context, { speed: 'off' })
  await context.addInitScript(() => {
    window.thought = []
    const { postMessage } = Worker.prototype
    Worker.prototype.postMessage = function (message, ...rest) {
      const begin = performance.now()
      const done = ({ data }) => {
        if (data.id !== message.id || 'part' in data) return
        this.removeEventListener('message', done)
        if (message.ask?.what === 'act') window.thought.push([data.value, performance.now() - begin])
      }
      this.addEventListener('message', done)
      return postMessage.call(this, message, ...rest)
    }
  })
  const page = await context.newPage()
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Play backgammon' }).click()
  await page.waitForURL(/\/play\//)
  const player = await new Player(library, page, new URL(page.url()).pathname.split('/')[2], 'speed').open()
  const hands = new Typed(player, chance())
  while (!player.over && player.events.length < 100) await hands.act()
  const all = await page.evaluate(() => window.thought)
  const times = all.filter(([words]) => words !== 'roll').map(([, time]) => time)
  const [first, ...later] = times
  later.sort((a, b) => a - b)
  const middle = later[later.length >> 1]
  const most = later.at(-1)
  console.log(`# the bot moves in ${middle.toFixed(0)} ms (${most.toFixed(0)} at the most of ${later.length}; the first time ${first.toFixed(0)})`)
  assert.ok(middle < MOVE * (busy ? 10 : 1), `${middle} ms`)
  assert.ok(most < MOVE * mild, `${most} ms`)
})
