/* A page for looking at the board and for tests of it, in test builds only: /board-demo.html?game=snake&theme=slate …
 *   game, ppn            what stands on the board
 *   do                   events, "x:roll 31;x:hop 24/18"
 *   theme, mode          wood slate contrast safe; light dark
 *   bottom, home, numbering, light, interactive (x o both none), speed, lang, oneclick, controls, last, hint, explain
 *   cards=1              all games as small pictures */
import { render } from 'preact'
import { useState } from 'preact/hooks'
import type { Core, Game, Hop, Side } from '../core/types'
import { loadCore } from '../core/core'
import en from '../i18n/board.en.json'
import de from '../i18n/board.de.json'
import { Board, MiniBoard, announce, describe, findChains } from '.'
import type { Speed, Translate, View } from '.'
import './board.css'
import './demo.css'

const query = new URLSearchParams(location.search)
const get = (name: string, otherwise: string) => query.get(name) ?? otherwise

document.documentElement.dataset.theme = get('theme', 'wood')
document.documentElement.dataset.mode = get('mode', 'light')
document.documentElement.lang = get('lang', 'en')

const words: Record<string, string> = get('lang', 'en') === 'de' ? de : en
const plural = new Intl.PluralRules(get('lang', 'en'))
const t: Translate = (key, vars = {}) => {
  const form = typeof vars.n === 'number' ? words[`${key}#${plural.select(vars.n)}`] : undefined
  const text = form ?? words[key]
  if (text === undefined) throw new Error(`no text ${key}`)
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(vars[name]))
}

const place = (at: Hop['from'] | Hop['to']) => (at === 'hand' ? 'in' : String(at))

function hopWords(game: Game, hop: Hop): string {
  if (game.info.towers) return `hop ${['unstack', 'restack', 'off'][hop.to === 'off' ? 0 : hop.to]} ${hop.from}`
  const back = game.info.backward && typeof hop.from === 'number' && typeof hop.to === 'number' && hop.to > hop.from
  return `hop ${place(hop.from)}${back ? '\\' : '/'}${place(hop.to)} with ${hop.number}`
}

const die = () => 1 + Math.floor(Math.random() * 6)

function hopsOf(text: string | null): Hop[] {
  const at = (word: string) => (word === 'bar' || word === 'off' ? word : word === 'in' ? 'hand' : Number(word))
  return (text?.split(' ') ?? []).map((part) => {
    const [from, to] = part.split('/') as [string, string]
    return { from: at(from), to: at(to), number: 0, hit: false } as Hop
  })
}

function Demo({ game }: { game: Game }) {
  const [state, setState] = useState(() => game.state())
  const [said, setSaid] = useState('')
  const view: View = {
    home: get('home', 'right') as View['home'],
    bottom: get('bottom', 'x') as Side,
    numbering: get('numbering', 'own') as View['numbering'],
    light: get('light', 'x') as Side,
  }
  const who = get('interactive', 'both')
  const interactive = who === 'none' ? null : (who as Side | 'both')
  const act = (event: string) => {
    const error = game.apply(game.state().actor, event)
    setSaid(error ?? announce([state.actor, event], t))
    setState(game.state())
  }
  const last = query.get('last')
  const hint = query.get('hint')
  const mover = state.actor ?? state.turn
  Object.assign(window, {
    paschDemo: {
      game,
      state,
      chains: () => findChains(game, mover),
      describe: () => describe(state, game.info, t),
      act,
    },
  })
  return (
    <main>
      <h1 class="demo-unseen">{game.info.name}</h1>
      <Board
        info={game.info}
        state={state}
        view={view}
        interactive={interactive}
        t={t}
        speed={get('speed', 'off') as Speed}
        oneClick={query.has('oneclick')}
        controls={!query.has('nocontrols')}
        chains={state.actor ? findChains(game, state.actor) : []}
        announcement={said}
        lastMove={
          last && !state.hops.length ? { side: mover === 'x' ? 'o' : 'x', hops: hopsOf(last), dice: [5, 2] } : null
        }
        hints={
          hint ? hint.split(';').map((text, i) => ({ side: mover, hops: hopsOf(text), label: String(i + 1) })) : []
        }
        onHop={(hop) => act(hopWords(game, hop))}
        onExplain={(from, to) => (state.actor && to !== null ? game.explain(state.actor, from, to) : '')}
        onRoll={() => act(`${state.phase === 'opening' ? 'opening' : 'roll'} ${die()}${die()}`)}
        onEnd={() => act('end')}
        onUndo={() => act('undo')}
        onChoose={(roll) => act(`choose ${roll}`)}
        onDouble={() => act('double')}
      />
    </main>
  )
}

function Cards({ core }: { core: Core }) {
  return (
    <main class="demo-cards">
      <h1 class="demo-unseen">Games</h1>
      {core.games().map((info) => {
        const game = core.create(info.id)
        const state = game.state()
        game.free()
        return (
          <figure key={info.id}>
            <div>
              <MiniBoard info={info} state={state} />
            </div>
            <figcaption>{info.name}</figcaption>
          </figure>
        )
      })}
    </main>
  )
}

const core = await loadCore()
if (query.has('cards')) render(<Cards core={core} />, document.body)
else {
  const game = core.create(
    get('game', query.get('ppn')?.split(' ')[0] ?? 'standard'),
    {},
    {},
    query.get('ppn') ?? undefined
  )
  for (const event of (query.get('do') ?? '').split(';').filter(Boolean)) {
    const [side, text] = event.split(':') as [string, string]
    const error = game.apply(side === '-' ? null : (side as Side), text)
    if (error) throw new Error(`${event}: ${error}`)
  }
  render(<Demo game={game} />, document.body)
}
document.body.dataset.ready = ''
