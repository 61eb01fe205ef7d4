/* Pictures of the page, to be looked at: node shots.mjs OUT. Home, boards of all shapes, rules and review, on a phone, a
 * tablet and a desk. */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Player, Typed } from './player.mjs'
import { chance, fixDice, loadLibrary, newContext, pasch, pick, serve, setUp, startBrowser } from './world.mjs'

const out = process.argv[2]
if (!out) {
  console.error('usage: node shots.mjs OUT')
  process.exit(2)
}
mkdirSync(out, { recursive: true })

const sizes = [
  { width: 360, height: 740 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
]
const [library, server, browser] = await Promise.all([loadLibrary(), serve(), startBrowser()])
const context = await newContext(browser, { deviceScaleFactor: Number(process.env.SCALE ?? 1) })
await setUp(context, { speed: 'off', mode: process.env.MODE ?? 'light', theme: process.env.THEME ?? 'wood' })
await fixDice(context, chance()(1e9))
const page = await context.newPage()

/* Plays what the program thinks best, so that the pictures show games worth looking at. */
class Expert extends Typed {
  stage(state) {
    const input = JSON.stringify({ op: 'best', position: state.ppn, plies: 0, n: 1 })
    const { stdout } = spawnSync(pasch, ['batch'], { input: `${input}\n`, encoding: 'utf8' })
    const best = JSON.parse(stdout).plays?.[0]?.move
    return best && best !== 'pass' ? this.type(best) : super.stage(state)
  }
}

async function shoot(name) {
  await page.mouse.move(0, 0)
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.evaluate(async () => {
      document.activeElement?.blur()
      scrollTo(0, 0)
      await document.fonts.ready
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    })
    await page.screenshot({ path: join(out, `${name}-${size.width}.png`) })
  }
  console.log(name)
}

async function goTo(path, selector) {
  await page.goto(new URL(path, server.url).href)
  await page.waitForSelector(selector)
}

async function start(game) {
  await goTo(`/new/${game}`, '.setup-form')
  await pick(page, 'opponent', 'screen')
  await pick(page, 'stake', 'one')
  await page.click('.setup-go button')
  await page.waitForURL(/\/play\//)
  const player = await new Player(library, page, new URL(page.url()).pathname.split('/')[2], game).open()
  return { player, hands: new Expert(player, chance()) }
}

await goTo('/', '.game-card svg')
await shoot('home')
await goTo('/rules/pin', '.rules-text p')
await shoot('rules')
await goTo('/new/standard', '.setup-form')
await shoot('setup')

/* one of each shape: two tables, half a board, two sides, the ring, towers, homes only */
for (const game of ['standard', 'lumbardorum', 'french-2', 'catch-me', 'doublets', 'eureka']) {
  const { player, hands } = await start(game)
  while (player.events.length < 16 && !player.over) await hands.act()
  while (!['play', 'throw'].includes(player.state.due) && !player.over) await hands.act()
  await shoot(`board-${game}`)
}

const { player, hands } = await start('standard')
await hands.play()
await page.click(`a[href="/review/${player.id}"]`)
await page.click('.judgement button.go')
await page.waitForSelector('.judgement table', { timeout: 600_000 })
for (let n = 0; n < 24; n++) await page.keyboard.press('ArrowRight')
await shoot('review')

await browser.close()
await server.kill('SIGTERM')
