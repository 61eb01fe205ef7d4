/* Plays a game through the page and follows it with the rules library: what the page shows must be what the rules say
 * after the events that the page has kept. */
import assert from 'node:assert/strict'
import { PATIENCE } from './world.mjs'

const other = (side) => (side === 'x' ? 'o' : 'x')

/** Runs in the page: waits until more than `have` events of a game are kept (or, if `wait` is false, does not), and
 * tells them with all that can be seen. */
async function look({ id, have, wait, patience }) {
  window.testDatabase ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('pasch', 1)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const db = await window.testDatabase
  const answer = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const read = async () => {
    const transaction = db.transaction(['games', 'events'])
    const range = IDBKeyRange.bound([id, have], [id, Infinity])
    return Promise.all([
      answer(transaction.objectStore('games').get(id)),
      answer(transaction.objectStore('events').getAll(range)),
    ])
  }
  const end = Date.now() + patience
  let [kept, rows] = await read()
  while (wait && !rows.length && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 4))
    ;[kept, rows] = await read()
  }
  const board = document.querySelector('.pb')
  const all = (selector, tell) => [...board.querySelectorAll(selector)].map(tell)
  const text = (name) => document.querySelector(`[data-testid=${name}]`)?.textContent ?? ''
  const numbers = (words) => words.match(/-?[\d.]+(e-\d+)?/g).map(Number)
  return {
    kept,
    events: rows.map((row) => ({ seq: row.seq, by: row.by, do: row.do })),
    ppn: board?.dataset.ppn,
    spots:
      board &&
      all('[data-spot]', (spot) => {
        const rect = spot.querySelector('rect')
        const { left, top, width, height } = rect.getBoundingClientRect()
        return {
          key: spot.dataset.spot,
          point: spot.dataset.point,
          side: spot.dataset.side,
          goal: spot.classList.contains('pb-goal'),
          box: ['x', 'y', 'width', 'height'].map((name) => Number(rect.getAttribute(name))),
          at: { x: left + width / 2, y: top + height / 2 },
        }
      }),
    men: board && all('[data-man]', (man) => [man.dataset.man[0], ...numbers(man.getAttribute('transform'))]),
    dice: board && all('[data-testid=dice] .pb-die', (die) => die.querySelectorAll('.pb-pip').length),
    roll: !!board?.querySelector('[data-testid=roll]'),
    choices: board && all('.pb-chooser [data-roll]', (choice) => choice.dataset.roll),
    status: text('status'),
    notice: text('notice') || text('explain') || text('typed-wrong') || (document.querySelector('.trouble')?.textContent ?? ''),
    focus: document.activeElement?.getAttribute('data-spot') ?? null,
  }
}

export class Player {
  /** The page is at /play/ID, or at a linked game. `says` explains failures. */
  constructor(library, page, id, says = id) {
    this.library = library
    this.page = page
    this.id = id
    this.says = says
    this.events = []
    this.own = new Map() /* what each side calls a spot, as far as it was seen */
    this.looks = 0
  }

  /** Sits down. `others` play along elsewhere, and are not waited for. */
  async open({ others = false } = {}) {
    await this.page.waitForSelector('.pb')
    const { kept } = await this.ask(false)
    const { termsOf, optionsOf, core } = this.library
    this.setup = kept.setup
    this.secret = kept.secret
    this.mine = kept.mine
    this.game = core.create(kept.setup.game, termsOf(kept.setup), optionsOf(kept.setup))
    this.info = this.game.info
    this.state = this.game.state()
    if (!others) await this.see(false)
    return this
  }

  ask(wait) {
    return this.page.evaluate(look, { id: this.id, have: this.events.length, wait, patience: PATIENCE })
  }

  /** Takes note of what has happened since. All of it must be allowed, and dice must be the ones that were to fall. */
  async see(wait = true) {
    let shown = await this.ask(wait)
    for (;;) {
      assert.ok(!wait || shown.events.length, `${this.says}: nothing happens after ${this.last}, ${this.state.ppn}: ${shown.notice}`)
      for (const event of shown.events) this.follow(event)
      if (!this.goesOn()) break
      shown = await this.ask(true)
      wait = true
    }
    this.shown = shown
    this.check()
    return this.state
  }

  /** The same in a linked game, which goes on elsewhere, too: takes what there is, and says whether all that this side
   * has done is known to the server. */
  async glance() {
    const shown = await this.ask(false)
    for (const event of shown.events) this.follow(event)
    this.shown = shown
    const settled = shown.kept.outbox.length === 0
    return settled
  }

  follow({ seq, by, do: words }) {
    assert.equal(seq, this.events.length, `${this.says}: events are counted`)
    const thrown = /^(opening|roll) (\d)(\d)$/.exec(words)
    if (thrown && this.secret) {
      const { throwOf, throwsIn } = this.library
      const n = throwsIn(this.events.map((event) => event.do)) + 1
      assert.deepEqual([Number(thrown[2]), Number(thrown[3])], throwOf(this.secret, this.setup.dice.seeds, n), this.says)
    }
    assert.equal(this.game.apply(by, words), null, `${this.says}: ${words} in ${this.state.ppn}`)
    this.events.push({ by, do: words })
    this.state = this.game.state()
  }

  /** The page goes on without anybody's doing. */
  goesOn() {
    const { phase, due, actor } = this.state
    if (phase === 'opening' || due === 'reply') return true
    if (due === 'play' && this.info.towers && (this.mine === 'both' || this.mine === actor)) return true
    return actor !== null && this.mine !== 'both' && this.mine !== actor && phase !== 'over'
  }

  /** What is drawn is what the rules say. */
  check() {
    const { state, shown, info } = this
    const says = `${this.says} after ${this.events.length} events, ${state.ppn}`
    this.looks++
    assert.equal(shown.ppn, state.ppn, says)
    const mover = state.actor ?? state.turn
    for (const spot of shown.spots) {
      if (spot.point === 'bar' || spot.point === 'tray') continue
      if (!this.own.has(spot.key)) this.own.set(spot.key, {})
      this.own.get(spot.key)[mover] = Number(spot.point ?? 0)
    }
    const drawn = new Map(shown.spots.map((spot) => [spot.key, { x: 0, o: 0 }]))
    for (const [side, x, y] of shown.men) {
      const spot = shown.spots.find(({ box }) => x > box[0] && x < box[0] + box[2] && y > box[1] && y < box[1] + box[3])
      assert.ok(spot, `${says}: a man lies nowhere, ${side} ${x} ${y}`)
      drawn.get(spot.key)[side]++
    }
    for (const spot of shown.spots)
      for (const side of ['x', 'o']) {
        const wanted = this.menOn(spot, side)
        if (wanted !== null) assert.equal(drawn.get(spot.key)[side], wanted, `${says}: men of ${side} on ${spot.key}`)
      }
    if (state.due === 'play') {
      const dice = state.numbers.length > 2 ? state.numbers : state.dice
      assert.deepEqual([...shown.dice].sort(), [...dice].sort(), `${says}: dice`)
    }
    const hand = state.actor !== null && (this.mine === 'both' || this.mine === state.actor)
    assert.equal(shown.roll, hand && (state.due === 'throw' || state.due === 'bonus'), `${says}: the button to roll`)
    assert.deepEqual(shown.choices, hand && state.due === 'choose' ? state.choices : [], `${says}: what can be named`)
    assert.equal(info.men > 0 && shown.status !== '', true, `${says}: what is to be done is said`)
    assert.equal(shown.kept.status, state.phase === 'over' ? 'over' : 'open', says)
    assert.deepEqual(shown.kept.score, state.score, says)
  }

  menOn(spot, side) {
    const men = this.state.men[side]
    if (spot.point === 'bar') return spot.side === side ? men.bar : 0
    if (spot.point === 'tray') {
      /* captured men lie with their captor */
      const owner = this.info.contact === 'capture' ? other(spot.side) : spot.side
      return owner === side ? men.hand + men.off : 0
    }
    const own = this.own.get(spot.key)[side]
    return own === undefined ? null : own && men.points[own]
  }

  spotOf(place, side = this.state.actor) {
    const { spots } = this.shown
    if (place === 'bar') return spots.find((spot) => spot.point === 'bar' && spot.side === side)
    if (typeof place !== 'number') return spots.find((spot) => spot.point === 'tray' && spot.side === side)
    return spots.find((spot) => spot.point === String(place))
  }

  get over() {
    return this.state.phase === 'over'
  }
}

/** A hop that brings a game to its end: forwards, and nobody is sent back, except where that is the aim. */
export function chooseHop(info, state, random) {
  const aim = info.contact === 'capture' ? -100 : 100
  const back = (hop) => !info.ring && typeof hop.to === 'number' && typeof hop.from === 'number' && hop.to > hop.from
  const cost = (hop) => (hop.hit ? aim : 0) + (back(hop) ? 50 : 0) + random(20)
  return state.next.map((hop) => ({ hop, cost: cost(hop) })).sort((a, b) => a.cost - b.cost)[0].hop
}

/** What was done counts when it is kept, in a linked game when it waits to be sent. */
const hasActed = (shown) => shown.events.length > 0 || shown.kept.outbox?.length > 0

/* Ways to play. Each does what is due in the page as a person would, one thing at a time. */

const main = '[data-testid=main]'

class Hands {
  constructor(player, random) {
    this.player = player
    this.page = player.page
    this.random = random
    this.turns = 0
  }

  /** Until the game is over. */
  async play() {
    const { player } = this
    while (!player.over) await this.act()
  }

  async act() {
    await this.due()
    await this.player.see()
  }

  /** Does what is due. */
  async due() {
    const { state } = this.player
    if (state.phase === 'between') await this.next()
    else if (state.due === 'answer') await this.answer()
    else if (state.due === 'choose') await this.choose(state.choices[this.random(state.choices.length)])
    else if (state.due === 'throw' && this.wantsDouble?.(state)) await this.double()
    else if (state.due === 'throw' || state.due === 'bonus') await this.roll()
    else if (state.mayEnd && !state.next.length) await this.end()
    else await this.stage(state)
  }

  stage(state) {
    return this.hop(chooseHop(this.player.info, state, this.random))
  }

  answer() {
    return this.page.getByRole('button', { name: 'Take', exact: true }).click()
  }

  next() {
    return this.page.click(main)
  }
}

/** With a mouse. */
export class Clicks extends Hands {
  async click({ x, y }) {
    await this.page.mouse.click(x, y)
  }

  roll() {
    return this.page.click('[data-testid=roll]')
  }

  choose(roll) {
    return this.page.click(`.pb-chooser [data-roll="${roll}"]`)
  }

  /* by the button, or by the dice */
  end() {
    return this.page.click(this.turns++ % 2 && this.player.state.hops.length ? '[data-testid=dice]' : main)
  }

  double() {
    return this.page.click('[data-testid=cube]')
  }

  async hop({ from, to }) {
    const { player } = this
    await this.click(player.spotOf(from).at)
    const shown = await player.ask(false)
    /* a man that can go to one place only has gone */
    if (hasActed(shown)) return
    const goal = player.spotOf(to)
    assert.ok(shown.spots.find((spot) => spot.key === goal.key)?.goal, `${player.says}: ${from} can go to ${to}`)
    await this.click(goal.at)
  }
}

/** Men are dragged. */
export class Drags extends Clicks {
  async hop({ from, to }) {
    const { player, page } = this
    const a = player.spotOf(from).at
    const b = player.spotOf(to).at
    await page.mouse.move(a.x, a.y)
    await page.mouse.down()
    await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2)
    await page.mouse.move(b.x, b.y)
    await page.mouse.up()
  }
}

/** With keys on the board: m goes round what can be moved or reached, Return takes it. */
export class Keys extends Hands {
  press(key) {
    return this.page.keyboard.press(key)
  }

  focus() {
    return this.page.evaluate(() => document.activeElement?.getAttribute('data-spot') ?? null)
  }

  async reach(spot) {
    for (let n = 0; !(await this.focus()); n++) {
      assert.ok(n < 60, `${this.player.says}: the board is reached by Tab`)
      await this.press('Tab')
    }
    for (let n = 0; (await this.focus()) !== spot.key; n++) {
      assert.ok(n < 30, `${this.player.says}: ${spot.key} is reached by m`)
      await this.press('m')
    }
  }

  roll() {
    return this.press('r')
  }

  end() {
    return this.press('e')
  }

  double() {
    return this.press('d')
  }

  async choose(roll) {
    await this.page.focus(`.pb-chooser [data-roll="${roll}"]`)
    await this.press('Enter')
  }

  async hop({ from, to }) {
    const { player } = this
    await this.reach(player.spotOf(from))
    await this.press('Enter')
    if (hasActed(await player.ask(false))) return
    await this.reach(player.spotOf(to))
    await this.press('Enter')
  }
}

const place = (at) => (at === 'hand' ? 'in' : String(at))

/** With moves written down; a bare Return rolls. */
export class Typed extends Hands {
  async type(text) {
    if (!(await this.page.evaluate(() => document.activeElement?.matches('.typed input')))) {
      await this.page.keyboard.press('t')
      await this.page.waitForFunction(() => document.activeElement?.matches('.typed input'))
    }
    this.player.last = text
    if (text) await this.page.keyboard.insertText(text)
    await this.page.keyboard.press('Enter')
  }

  roll() {
    return this.type('')
  }

  end() {
    return this.type(this.player.state.nothing ? '' : 'end')
  }

  choose(roll) {
    return this.type(roll)
  }

  double() {
    return this.type('double')
  }

  answer() {
    return this.type('take')
  }

  /** The whole stage in one line, as the library writes it. */
  stage() {
    const { game, info, state } = this.player
    const trial = game.clone()
    const moves = []
    let now = state
    while (!now.mayEnd || (!moves.length && now.next.length)) {
      const { from, to, number } = chooseHop(info, now, this.random)
      const back = info.backward && typeof from === 'number' && typeof to === 'number' && to > from
      const move = `${place(from)}${back ? '\\' : '/'}${place(to)}`
      assert.equal(trial.apply(now.actor, `hop ${move} with ${number}`), null, move)
      moves.push(move)
      now = trial.state()
    }
    trial.apply(now.actor, 'end')
    const { ppn } = trial.state()
    trial.free()
    return this.type(game.plays().find((play) => play.result === ppn)?.move ?? moves.join(' '))
  }
}
