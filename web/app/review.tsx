/* Looking at a game again: move by move, and what the engine thinks of it. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Board } from '../board'
import type { Hop, Review, ReviewDecision, Side } from '../core/types'
import { Curve } from './curve'
import { gameName } from './games'
import type { Key, Vars } from './i18n'
import { number, percent, signed, t, tMaybe } from './i18n'
import { theEngine } from './local'
import { Rows } from './movelist'
import { playHops } from './moves'
import { Downloads, outcome } from './mygames'
import { lightSide, me, other, playerName } from './names'
import { theCore } from './parts'
import { optionsOf, termsOf } from './record'
import { Replay } from './replay'
import { Link } from './router'
import { useSettings } from './settings'
import { load } from './store'
import { asEvent } from './table'
import { Heading, Icon, Loading, Trouble } from './widgets'

const translate = (key: string, vars?: Vars) => t(key as Key, vars)
const worst = 10

export function ReviewPage({ id }: { id: string }) {
  const [replay, set] = useState<Replay | null>(null)
  const [trouble, setTrouble] = useState('')
  useEffect(() => {
    let mine: Replay | null = null
    let gone = false
    const open = async () => {
      const [core, found] = await Promise.all([theCore(), load(id)])
      if (gone) return
      if (!found) return setTrouble(t('play.unknown'))
      mine = new Replay(core, found.kept, found.events)
      set(mine)
    }
    open().catch((error: unknown) => setTrouble(error instanceof Error ? error.message : String(error)))
    return () => {
      gone = true
      mine?.close()
    }
  }, [id])
  if (replay) return <ReviewScreen replay={replay} />
  return (
    <main id="main" class="page">
      <Heading>{t('review.title')}</Heading>
      {trouble ? <Trouble text={trouble} /> : <Loading />}
    </main>
  )
}

type Shown = { side: Side; hops: Hop[]; label?: string }[]

function ReviewScreen({ replay }: { replay: Replay }) {
  const { kept, info, stops, history } = replay
  const settings = useSettings()
  const [at, setAt] = useState(0)
  const [hints, setHints] = useState<Shown>([])
  const [review, setReview] = useState<Review | null>(null)
  const [picked, pick] = useState<ReviewDecision | null>(null)
  const own = me(kept) ?? 'x'
  const events = stops[at] ?? 0
  const state = useMemo(() => replay.stateAt(events), [replay, events])
  const last = useMemo(() => lastMove(replay, events), [replay, events])
  const move = (to: number) => {
    setHints([])
    pick(null)
    setAt(Math.max(0, Math.min(stops.length - 1, to)))
  }
  const moveTo = (event: number) => move(stops.findIndex((stop) => stop >= event))

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
      if ((event.target as Element | null)?.closest('input, select, textarea, dialog, [data-spot]')) return
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: stops.length - 1 }[event.key]
      if (to === undefined) return
      event.preventDefault()
      move(to)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [at, stops.length])

  /* The position in which a decision was made, with what was played and what would have been best. */
  const choose = (decision: ReviewDecision) => {
    const before = [...stops].reverse().find((stop) => stop <= stageStart(replay, decision.index)) ?? 0
    move(stops.indexOf(before))
    pick(decision)
    document.querySelector('.board-place')?.scrollIntoView({ block: 'nearest' })
    if (decision.kind !== 'play') return
    const game = replay.gameAt(before)
    const hops = (text: string) => playHops(game, decision.side, `play ${text}`)
    setHints([{ side: decision.side, hops: hops(decision.best) }])
    game.free()
  }

  return (
    <main id="main" class="play review">
      <Heading unseen>{t('review.of', { game: gameName(info.id, info) })}</Heading>
      <div class="board-place">
        <Board
          info={info}
          state={state}
          view={{
            home: settings.home,
            bottom: settings.place === 'bottom' ? own : other(own),
            numbering: settings.numbering,
            light: lightSide(kept),
          }}
          interactive={null}
          t={translate}
          speed={settings.speed}
          lastMove={picked ? null : last}
          hints={hints}
          cube={kept.setup.terms.cube}
          letters={settings.keys}
          controls={false}
        />
        <Stepper at={at} last={stops.length - 1} onMove={move} />
      </div>
      <aside class="panel" aria-label={t('review.title')}>
        <section class="card status">
          <p class="stakes">
            <b>{gameName(info.id, info)}</b>{' '}
            <span>{t('mine.players', { x: playerName(kept, 'x'), o: playerName(kept, 'o') })}</span>
          </p>
          <p class="now">{picked ? decisionText(kept.mine, picked) : outcome(kept)}</p>
        </section>
        <Rows kept={kept} rows={history.rows} at={events} onPick={(row) => moveTo(row.to)} />
        <Judgement replay={replay} review={review} onReview={setReview} at={events} onPick={choose} onMove={moveTo} />
        <div class="row">
          <Downloads kept={kept} />
          <Link class="button" href={`/dice/${kept.id}`}>
            {t('mine.dice')}
          </Link>
        </div>
      </aside>
    </main>
  )
}

function decisionText(mine: Side | 'both' | null, decision: ReviewDecision): string {
  const who =
    mine === decision.side ? 'you' : mine === 'x' || mine === 'o' ? 'them' : decision.side === 'x' ? 'white' : 'black'
  return tMaybe(`review.decision.${who}`, {
    played: say(decision.played),
    best: say(decision.best),
    lost: number(decision.lost, 3),
  })
}

/** A play stays as it is written; words about the cube come from the catalogue. */
function say(action: string): string {
  return tMaybe(`review.action.${action.replace(/\W+/g, '-')}`) || action
}

/* Where the stage of a decision began: before its first hop. */
function stageStart(replay: Replay, index: number): number {
  let start = index
  while (start > 0 && /^(hop|undo)\b/.test(replay.events[start - 1]!.do)) start--
  return start
}

function lastMove(replay: Replay, events: number): { side: Side; hops: Hop[] } | null {
  const event = replay.events[events - 1]
  if (!event?.by || !/^(end|play)\b/.test(event.do)) return null
  const game = replay.gameAt(events - 1)
  const hops = event.do === 'end' ? game.state().hops : playHops(game, event.by, event.do)
  game.free()
  return hops.length ? { side: event.by, hops } : null
}

function Stepper({ at, last, onMove }: { at: number; last: number; onMove: (to: number) => void }) {
  const step = (name: 'first' | 'back' | 'forward' | 'last', to: number, off: boolean) => (
    <button
      type="button"
      aria-label={t(`review.${name}`)}
      aria-disabled={off ? 'true' : undefined}
      onClick={() => (off ? undefined : onMove(to))}
    >
      <Icon name={name} />
    </button>
  )
  return (
    <div class="stepper" role="group" aria-label={t('review.steps')}>
      {step('first', 0, at === 0)}
      {step('back', at - 1, at === 0)}
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={t('review.position')}
        aria-valuetext={t('review.step', { at, last })}
        onInput={(event) => onMove(Number(event.currentTarget.value))}
      />
      {step('forward', at + 1, at === last)}
      {step('last', last, at === last)}
    </div>
  )
}

interface JudgementProps {
  replay: Replay
  review: Review | null
  onReview: (review: Review) => void
  at: number
  onPick: (decision: ReviewDecision) => void
  onMove: (event: number) => void
}

function Judgement({ replay, review, onReview, at, onPick, onMove }: JudgementProps) {
  const [part, setPart] = useState<number | null>(null)
  const [trouble, setTrouble] = useState('')
  const { kept } = replay
  /* no help in a game against a person that still goes on */
  if (kept.kind === 'online' && kept.status === 'open') return <p class="note">{t('review.notYet')}</p>
  const judge = async () => {
    setPart(0)
    setTrouble('')
    try {
      const engine = await theEngine()
      const { setup } = kept
      const found = await engine.review(
        setup.game,
        termsOf(setup),
        optionsOf(setup),
        replay.events.map(asEvent),
        setPart,
        setup.position || undefined
      )
      onReview(found)
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    }
    setPart(null)
  }
  if (!review)
    return (
      <section class="card judgement" aria-labelledby="judgement">
        <h2 id="judgement">{t('review.judge.title')}</h2>
        <p class="note">{t('review.judge.note')}</p>
        {part === null ? (
          <button type="button" class="go" onClick={() => void judge()}>
            {t('review.judge')}
          </button>
        ) : (
          <div role="status">
            <progress value={part} max={1} aria-label={t('review.judging')} />
            <span>{t('review.judging')}</span>
          </div>
        )}
        <Trouble text={trouble} />
      </section>
    )
  if (!review.judged) return <p class="note">{t('hint.noNet')}</p>
  const mistakes = [...review.decisions].filter((one) => one.lost >= 0.02).sort((a, b) => b.lost - a.lost)
  return (
    <section class="card judgement" aria-labelledby="judgement">
      <h2 id="judgement">{t('review.judge.title')}</h2>
      <Curve review={review} kept={kept} at={at} onMove={onMove} mistakes={mistakes.slice(0, worst)} />
      <Sides review={review} replay={replay} />
      <p class="note">{t('review.sides.note')}</p>
      <h3>{t('review.mistakes')}</h3>
      {mistakes.length ? (
        <ol class="mistakes">
          {mistakes.slice(0, worst).map((decision) => (
            <li key={decision.index}>
              <button type="button" class="line" onClick={() => onPick(decision)}>
                <span
                  class={lightSide(kept) === decision.side ? 'pip light' : 'pip'}
                  role="img"
                  aria-label={playerName(kept, decision.side)}
                />
                <span class="did">
                  <span>{say(decision.played)}</span>
                  <small>{t('review.better', { best: say(decision.best) })}</small>
                </span>
                <span class="cost">{signed(-decision.lost)}</span>
              </button>
            </li>
          ))}
        </ol>
      ) : (
        <p class="note">{t('review.noMistakes')}</p>
      )}
    </section>
  )
}

function Sides({ review, replay }: { review: Review; replay: Replay }) {
  const { kept } = replay
  const own = me(kept) ?? 'x'
  const final = review.curve[review.curve.length - 1]
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label={t('review.sides')}>
      <table class="sides">
        <thead>
          <tr>
            <td />
            {[own, other(own)].map((side) => (
              <th key={side} scope="col">
                {playerName(kept, side)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(['rate', 'lost', 'decisions', 'luck'] as const).map((what) => (
            <tr key={what}>
              <th scope="row">{t(`review.${what}`)}</th>
              {[own, other(own)].map((side) => {
                const value = review.sides[side][what]
                return (
                  <td key={side}>
                    {what === 'decisions'
                      ? value
                      : what === 'luck'
                        ? signed(value, 2)
                        : what === 'rate'
                          ? number(value, 1)
                          : number(value, 2)}
                  </td>
                )
              })}
            </tr>
          ))}
          {final ? (
            <tr>
              <th scope="row">{t('review.final')}</th>
              {[own, other(own)].map((side) => (
                <td key={side}>{percent(side === 'x' ? final.x : 1 - final.x)}</td>
              ))}
            </tr>
          ) : null}
        </tbody>
      </table>
    </div>
  )
}
