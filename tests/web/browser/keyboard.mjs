/* Without a mouse: what a bare Return does and does not do, taking back hop by hop, and why something cannot be done. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Keys, Player, Typed, chooseHop } from './player.mjs'
import { chance, complaints, fixDice, loadLibrary, newContext, serve, setUp, startBrowser } from './world.mjs'

let library, server, browser, page, wrong

before(async () => {
  ;[library, server, browser] = await Promise.all([loadLibrary(), serve(), startBrowser()])
  const context = await newContext(browser)
  await setUp(context, { speed: 'off' })
  await fixDice(context, chance()(1e9))
  page = await context.newPage()
  wrong = complaints(page)
})

after(async () => {
  await browser?.close()
  await server?.kill('SIGTERM')
})

/* Two at this screen; the form is filled in with keys, too. */
async function start(game) {
  await page.goto(new URL(`/new/${game}`, server.url).href)
  await page.focus('input[name=opponent][value=bot]')
  await page.keyboard.press('ArrowRight')
  assert.ok(await page.locator('input[name=opponent][value=screen]').isChecked())
  await page.focus('input[name=stake]:checked')
  while (!(await page.locator('input[name=stake][value=one]').isChecked())) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/play\//)
  return new Player(library, page, new URL(page.url()).pathname.split('/')[2], game).open()
}

const press = (key) => page.keyboard.press(key)

/* Nothing happens. */
async function nothing(player, what) {
  const { events } = await player.ask(false)
  assert.deepEqual(events, [], what)
}

/* On a phone the button to start lies over the lower edge of the form. */
test('what has the focus can be seen', async () => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(new URL('/new/standard', server.url).href)
  await page.waitForSelector('.setup-form')
  const seen = new Set()
  for (let n = 0; n < 40; n++) {
    await press('Tab')
    const { name, covered } = await page.evaluate(() => {
      const at = document.activeElement
      const box = at.getBoundingClientRect()
      const bar = document.querySelector('.setup-go').getBoundingClientRect()
      const inside = !!at.closest('.setup-go') || at === document.body
      return { name: at.name || at.textContent, covered: !inside && (box.bottom > bar.top + 12 || box.top < 0) }
    })
    assert.ok(!covered, `${name} is covered`)
    if (seen.add(name).has('Play')) break
  }
  assert.ok(seen.has('clock') && seen.has('Play'), [...seen].join())
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('a bare Return never answers a double', async () => {
  const player = await start('standard')
  const keys = new Keys(player, chance())
  while (player.state.due !== 'throw') await keys.act()

  /* by the button, pressed twice */
  await page.focus('button[aria-label="Double to 2"]')
  await press('Enter')
  await press('Enter')
  await player.see()
  assert.equal(player.state.due, 'answer')
  assert.equal(await page.evaluate(() => !!document.activeElement?.closest('[data-testid=question]')), true, 'the question has the focus')
  for (const key of ['Enter', ' ', 'Enter', 'r', 'e']) await press(key)
  await nothing(player, 'on the question')

  await page.evaluate(() => document.activeElement.blur())
  for (const key of ['Enter', ' ', 'r', 'e']) await press(key)
  await nothing(player, 'on the page')

  await page.focus('.pb [data-spot][tabindex="0"]')
  for (const key of ['Enter', ' ', 'r', 'e']) await press(key)
  await nothing(player, 'on the board')

  await page.focus('.typed input')
  await press('Enter')
  await nothing(player, 'in the field for moves')
  assert.notEqual(await page.textContent('[data-testid=typed-wrong]'), '')

  /* a button that was chosen answers */
  await page.focus('[data-testid=question] p')
  await press('Tab')
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Take')
  await press('Enter')
  await player.see()
  assert.equal(player.events.at(-1).do, 'take')
  assert.equal(player.state.cube.value, 2)
  assert.deepEqual(wrong, [])
})

test('hops are taken back one by one until the turn is ended', async () => {
  const player = await start('standard')
  const keys = new Keys(player, chance())
  /* four hops show it best */
  while (player.state.due !== 'play' || player.state.numbers.length < 4 || player.state.hops.length) await keys.act()
  const states = [player.state]
  while (player.state.next.length) {
    await keys.hop(chooseHop(player.info, player.state, chance()))
    states.push(await player.see())
  }
  assert.ok(states.length >= 3, `${states.length - 1} hops`)
  for (let n = states.length - 2; n >= 0; n--) {
    await press('u')
    assert.deepEqual(await player.see(), states[n])
  }
  await press('u')
  await nothing(player, 'there is nothing more to take back')
  while (player.state.next.length) {
    await keys.hop(chooseHop(player.info, player.state, chance()))
    await player.see()
  }
  await press('e')
  await player.see()
  await press('u')
  await nothing(player, 'after the end of the turn')
  assert.equal(await page.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled'), 'true')
  assert.deepEqual(wrong, [])
})

const explained = () => page.textContent('[data-testid=explain]')

/* Takes the man at `from` and tries to put it down at `to`. */
async function tryHop(player, keys, from, to) {
  await page.keyboard.press('Escape')
  await page.focus(`.pb [data-spot="${player.spotOf(from).key}"]`)
  await press('Enter')
  if (to === null) return explained()
  await page.focus(`.pb [data-spot="${player.spotOf(to).key}"]`)
  await press('Enter')
  return explained()
}

test('why something cannot be done is said in words', async () => {
  const player = await start('standard')
  const keys = new Keys(player, chance())
  const wanted = { closed: /closed/, number: /dice/i, 'not-home': /home/, backwards: /backwards/ }
  const found = new Set()
  for (let turns = 0; turns < 12 && found.size < Object.keys(wanted).length; turns++) {
    while (player.state.due !== 'play' || player.state.nothing || player.state.hops.length) await keys.act()
    const { actor, next } = player.state
    const places = [...Array(24).keys()].map((n) => n + 1)
    /* men that can go to several places are taken up first, and then put where they cannot go */
    const many = [...new Set(next.map((hop) => hop.from))].find(
      (from) => new Set(next.filter((hop) => hop.from === from).map((hop) => hop.to)).size > 1
    )
    for (const to of many ? [...places, 'off'] : []) {
      const reason = player.game.reason(actor, many, to)
      if (!reason || !wanted[reason.key] || found.has(reason.key)) continue
      /* another man that can move would be taken up instead */
      if (next.some((hop) => hop.from === to)) continue
      assert.match(await tryHop(player, keys, many, to), wanted[reason.key], `${many}/${to}: ${reason.text}`)
      found.add(reason.key)
    }
    /* men that cannot move at all say so at once: what keeps them from playing the higher number */
    const number = Math.max(...player.state.left)
    for (const from of places) {
      if (!player.state.men[actor].points[from] || next.some((hop) => hop.from === from) || from <= number) continue
      const reason = player.game.reason(actor, from, from - number)
      if (!wanted[reason.key] || found.has(reason.key)) continue
      assert.match(await tryHop(player, keys, from, null), wanted[reason.key], `${from}: ${reason.text}`)
      found.add(reason.key)
    }
    await press('Escape')
    await nothing(player, 'nothing of it has happened')
    await keys.act()
  }
  assert.deepEqual([...found].sort(), Object.keys(wanted).sort())

  const typed = new Typed(player, chance())
  while (player.state.due !== 'play' || player.state.nothing) await keys.act()
  for (const [text, words] of [
    ['1/24', /no man|backwards|dice|cannot/i],
    ['7/x', /./],
    ['roll', /thrown/i],
  ]) {
    await typed.type(text)
    const notice = await page.waitForSelector('[data-testid=typed-wrong], [data-testid=notice]')
    assert.match(await notice.textContent(), words)
    await page.fill('.typed input', '')
  }
  await nothing(player, 'nothing of it has happened')
  assert.deepEqual(wrong, [])
})

test('the lower number must be played first where the rules say so', async () => {
  const player = await start('puff')
  const keys = new Keys(player, chance())
  for (;;) {
    while (player.state.due !== 'play' || player.state.nothing || player.state.hops.length) await keys.act()
    const { actor, dice, left } = player.state
    const high = 25 - dice[0]
    if (left.length === 2 && dice[0] !== dice[1] && player.game.reason(actor, 'hand', high)?.key === 'low') {
      await page.focus('.typed input')
      const words = await tryLow(player, high)
      assert.match(words, new RegExp(`${dice[1]}`))
      assert.match(words, /first/)
      break
    }
    await keys.act()
  }
  assert.deepEqual(wrong, [])
})

/* The man in hand can only go to one place, so a click plays it; a drag shows what was meant. */
async function tryLow(player, to) {
  const a = player.spotOf('hand').at
  const b = player.spotOf(to).at
  await page.mouse.move(a.x, a.y)
  await page.mouse.down()
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2)
  await page.mouse.move(b.x, b.y)
  await page.mouse.up()
  return explained()
}
