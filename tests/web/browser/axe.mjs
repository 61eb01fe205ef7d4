/* axe finds nothing on any screen in any theme, light or dark, wide or narrow. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Player, Typed } from './player.mjs'
import { axeSource, chance, fixDice, loadLibrary, newContext, pick, serve, setUp, startBrowser } from './world.mjs'

const themes = ['wood', 'slate', 'contrast', 'safe']
const modes = ['light', 'dark']
const phone = { width: 360, height: 740 }
const desk = { width: 1280, height: 800 }

let library, server, browser, page
const source = axeSource()
let runs = 0
const colours = ['color-contrast', 'link-in-text-block']

before(async () => {
  ;[library, server, browser] = await Promise.all([loadLibrary(), serve(), startBrowser()])
  const context = await newContext(browser)
  await setUp(context, { speed: 'off', mode: 'light', evaluation: true })
  await fixDice(context, chance()(1e9))
  page = await context.newPage()
})

after(async () => {
  await browser?.close()
  await server?.kill('SIGTERM')
})

async function run(rules) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  runs++
  return page.evaluate(async (values) => {
    const options = { resultTypes: ['violations'], preload: false, ...(values ? { runOnly: { type: 'rule', values } } : {}) }
    const { violations } = await window.axe.run(document, options)
    return violations.map(({ id, help, nodes }) => `${id} (${help}): ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join('; ')}`)
  }, rules)
}

const dress = (theme, mode) =>
  page.evaluate(
    async ([theme, mode]) => {
      Object.assign(document.documentElement.dataset, { theme, mode })
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    },
    [theme, mode]
  )

/* Everything once, on a wide screen and on a phone; what depends on colours in each dress. */
async function check(screen) {
  for (const size of [phone, desk]) {
    await page.setViewportSize(size)
    await dress('wood', 'light')
    assert.deepEqual(await run(), [], `${screen}, ${size.width} pixels`)
  }
  for (const theme of themes)
    for (const mode of modes) {
      await dress(theme, mode)
      assert.deepEqual(await run(colours), [], `${screen}, ${theme}, ${mode}`)
    }
}

async function goTo(path, selector) {
  await page.goto(new URL(path, server.url).href)
  await page.waitForSelector(selector)
}

const unfold = () => page.$$eval('details', (all) => all.forEach((one) => (one.open = true)))

/* By the header, as people do it: the dress of the page follows. */
test('the looks can be chosen', async () => {
  await goTo('/', '.game-card svg')
  for (const theme of themes) {
    await page.getByRole('combobox', { name: 'Board' }).selectOption(theme)
    await page.waitForSelector(`html[data-theme=${theme}]`)
  }
  for (const mode of modes) {
    await page.getByRole('combobox', { name: 'Brightness' }).selectOption(mode)
    await page.waitForSelector(`html[data-mode=${mode}]`)
  }
})

for (const [screen, path, selector] of [
  ['home', '/', '.game-card svg'],
  ['a new game', '/new/standard', '.setup-form'],
  ['a new game of roles', '/new/double-vs-choice', '.setup-form'],
  ['rules', '/rules', '.rules-text ul'],
  ['rules of a game', '/rules/gioul', '.rules-text p'],
  ['dice', '/dice', '.dice-page'],
  ['nothing kept', '/games', '.mine'],
  ['nothing there', '/nowhere', '#main'],
  ['no such game', '/play/none', '.trouble'],
])
  test(screen, async () => {
    await goTo(path, selector)
    await unfold()
    await check(screen)
  })

async function startGame(game, opponent, choose = async () => {}) {
  await goTo(`/new/${game}`, '.setup-form')
  await pick(page, 'opponent', opponent)
  await choose()
  await page.click('.setup-go button')
  await page.waitForURL(/\/(play|g|seek)\//)
  return new URL(page.url()).pathname.split('/')[2]
}

const stake = (value) => pick(page, 'stake', value)

async function sheet(name, button) {
  await page.getByRole('button', { name: button }).click()
  await page.waitForSelector('dialog[open]')
  await check(name)
  await page.keyboard.press('Escape')
  await page.waitForSelector('dialog[open]', { state: 'detached' })
}

/* Money: the screens of a game from its start to after its end. */
test('play', async () => {
  const id = await startGame('standard', 'screen', () => stake('money'))
  const player = await new Player(library, page, id, 'axe').open()
  const hands = new Typed(player, chance())
  await check('to play')
  while (player.events.length < 30 || player.state.due !== 'throw') await hands.act()
  await check('to throw')
  await sheet('options', 'Options')
  await sheet('rules', 'Rules')
  await sheet('position in words', 'Position in words')
  await sheet('resign', 'Resign')
  await page.evaluate(() => document.activeElement.blur())
  await page.keyboard.press('?')
  await page.waitForSelector('dialog[open]')
  await check('keys')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Hint' }).click()
  await page.waitForSelector('.hints .verdict')
  await check('advice on the cube')
  await hands.double()
  await player.see()
  await check('a double')
  await hands.answer()
  await player.see()
  while (player.state.due !== 'play') await hands.act()
  await page.getByRole('button', { name: 'Hint' }).click()
  await page.waitForSelector('.hints li')
  await check('hints')
  while (player.state.phase === 'playing') await hands.act()
  await check('between two games')
  await page.getByRole('button', { name: 'Stop here' }).click()
  await page.waitForSelector(`a[href="/review/${id}"]`)
  await check('over')
  await page.click(`a[href="/review/${id}"]`)
  await page.waitForSelector('.judgement button.go')
  await check('review')
  await page.click('.judgement button.go')
  await page.waitForSelector('.judgement table', { timeout: 240_000 })
  await check('judged')
  await goTo(`/dice/${id}`, '[data-testid=dice-verdict]')
  await unfold()
  await check('dice of a game')
  await goTo('/games', '.entry')
  await check('my games')
})

/* Boards of all shapes, and what only some games have. */
for (const game of ['lumbardorum', 'french-2', 'catch-me', 'doublets', 'eureka', 'open-roll', 'double-vs-choice', 'puff', 'pin'])
  test(`the board of ${game}`, async () => {
    const id = await startGame(game, 'screen', () => stake('one'))
    const player = await new Player(library, page, id, game).open()
    const hands = new Typed(player, chance())
    for (let n = 0; n < 12 && !player.over; n++) await hands.act()
    if (game === 'double-vs-choice') while (player.state.due !== 'choose') await hands.act()
    await check(game)
  })

test('by link, and with strangers', async () => {
  await startGame('standard', 'link')
  await page.waitForSelector('.invite')
  await check('an invitation')
  await startGame('standard', 'stranger')
  await page.waitForSelector('.seek')
  await check('looking for somebody')
})

test('all that was looked at', () => console.log(`# ${runs} times axe`))
