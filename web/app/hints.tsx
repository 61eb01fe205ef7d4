/* What the engine thinks: the best plays with what the others cost, advice about the cube, and a bar. */
import { useEffect, useState } from 'preact/hooks'
import type { CubeAdvice, Hop, Ranked, Side } from '../core/types'
import type { Key } from './i18n'
import { percent, signed, t, tMaybe } from './i18n'
import { theEngine } from './local'
import { playHops } from './moves'
import { lightSide, me } from './names'
import { optionsOf } from './record'
import type { Session } from './table'
import { Icon } from './widgets'

const shown = 5
const plies = 1

type Advice = { kind: 'plays'; plays: Ranked[] } | { kind: 'cube'; cube: CubeAdvice } | { kind: 'none'; why: Key }

async function think(session: Session): Promise<Advice> {
  const { state, kept, info } = session
  const options = optionsOf(kept.setup)
  const engine = await theEngine()
  if (!(await engine.ready(info.id, options))) return { kind: 'none', why: 'hint.noNet' }
  if (state.due === 'play') {
    if (state.nothing) return { kind: 'none', why: 'hint.nothing' }
    return { kind: 'plays', plays: await engine.best(state.ppn, options, plies, shown) }
  }
  if (!state.cube.mayDouble) return { kind: 'none', why: 'hint.noCube' }
  return { kind: 'cube', cube: await engine.cube(state.ppn, options, plies) }
}

interface HintsProps {
  session: Session
  onShow: (hints: { side: Side; hops: Hop[] }[]) => void
  onPlay: (words: string) => void
  onClose: () => void
}

export function Hints({ session, onShow, onPlay, onClose }: HintsProps) {
  const [advice, set] = useState<Advice | null>(null)
  const [trouble, setTrouble] = useState('')
  const { state } = session
  const side = state.turn
  useEffect(() => {
    let current = true
    think(session).then(
      (found) => {
        if (!current) return
        set(found)
        if (found.kind === 'plays' && found.plays[0]) draw(found.plays[0])
      },
      (error: unknown) => current && setTrouble(error instanceof Error ? error.message : String(error))
    )
    return () => {
      current = false
      onShow([])
    }
  }, [])

  /* the hops are found from the start of the stage */
  const draw = (play: Ranked) => {
    const game = session.game.clone()
    while (game.state().hops.length) if (game.apply(side, 'undo')) break
    const hops = playHops(game, side, `play ${play.move}`)
    game.free()
    onShow([{ side, hops }])
  }
  const choose = (play: Ranked) => {
    for (let n = session.state.hops.length; n > 0; n--) onPlay('undo')
    onPlay(`play ${play.move}`)
  }

  return (
    <section class="card hints" aria-label={t('hint.title')} aria-live="polite">
      <header>
        <h2>{t('hint.title')}</h2>
        <button type="button" class="quiet icon" aria-label={t('close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {trouble ? <p class="trouble">{t('hint.failed')}</p> : null}
      {!advice && !trouble ? <p class="note">{t('hint.thinking')}</p> : null}
      {advice?.kind === 'none' ? <p class="note">{t(advice.why)}</p> : null}
      {advice?.kind === 'plays' ? (
        <ol>
          {advice.plays.map((play, i) => (
            <li key={play.result}>
              <button
                type="button"
                class="line"
                onMouseEnter={() => draw(play)}
                onFocus={() => draw(play)}
                onClick={() => choose(play)}
              >
                <span class="rank">{i + 1}</span>
                <span class="did">{play.move}</span>
                <span class="unseen">{i ? t('hint.costs') : t('hint.worth')}</span>
                <span class="cost">{i ? signed(play.equity - advice.plays[0]!.equity) : signed(play.equity)}</span>
              </button>
            </li>
          ))}
        </ol>
      ) : null}
      {advice?.kind === 'plays' ? <p class="note">{t('hint.howto')}</p> : null}
      {advice?.kind === 'cube' ? <CubeWords cube={advice.cube} /> : null}
    </section>
  )
}

function CubeWords({ cube }: { cube: CubeAdvice }) {
  return (
    <>
      <p class="verdict">{tMaybe(`cube.${cube.action}`)}</p>
      <dl class="numbers">
        <div>
          <dt>{t('cube.nodouble')}</dt>
          <dd>{signed(cube.nodouble)}</dd>
        </div>
        {cube.take !== null ? (
          <div>
            <dt>{t('cube.take')}</dt>
            <dd>{signed(cube.take)}</dd>
          </div>
        ) : null}
        {cube.pass !== null ? (
          <div>
            <dt>{t('cube.pass')}</dt>
            <dd>{signed(cube.pass)}</dd>
          </div>
        ) : null}
        <div>
          <dt>{t('cube.wins')}</dt>
          <dd>{percent(cube.probs[0] ?? 0, 1)}</dd>
        </div>
      </dl>
    </>
  )
}

/** The chances before the throw, as a bar with the own side at the left. */
export function EvaluationBar({ session }: { session: Session }) {
  const { state, kept, info } = session
  const [chance, set] = useState<number | null>(null)
  const [none, setNone] = useState(false)
  const own = me(kept) ?? 'x'
  const asks = state.phase === 'playing' && (state.due === 'throw' || state.due === 'play' || state.due === 'bonus')
  useEffect(() => {
    if (!asks || state.hops.length) return
    let current = true
    const ask = async () => {
      const engine = await theEngine()
      if (!(await engine.ready(info.id, optionsOf(kept.setup)))) return setNone(true)
      const found = await engine.evaluate(state.ppn, optionsOf(kept.setup), 0)
      const wins = found.probs[0] ?? 0.5
      if (current) set(state.turn === own ? wins : 1 - wins)
    }
    ask().catch(() => undefined)
    return () => {
      current = false
    }
  }, [state.ppn])
  if (none) return <p class="note evaluation-none">{t('hint.noNet')}</p>
  const value = chance ?? 0.5
  const light = lightSide(kept) === own
  return (
    <div
      class="evaluation"
      role="img"
      aria-label={
        chance === null
          ? t('evaluation.thinking')
          : t('evaluation.says', { mine: percent(value), theirs: percent(1 - value) })
      }
    >
      <svg viewBox="0 0 1000 26" preserveAspectRatio="none" aria-hidden="true">
        <rect width="1000" height="26" class={light ? 'bar-dark' : 'bar-light'} />
        <rect width={1000 * value} height="26" class={light ? 'bar-light' : 'bar-dark'} />
        <rect x="499" width="2" height="26" class="bar-middle" />
      </svg>
      <span class={light ? 'mine on-light' : 'mine on-dark'}>{chance === null ? '' : percent(value)}</span>
      <span class={light ? 'theirs on-dark' : 'theirs on-light'}>{chance === null ? '' : percent(1 - value)}</span>
    </div>
  )
}
