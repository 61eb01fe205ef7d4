/* Home: play at once, or choose among the games. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { MiniBoard } from '../board'
import type { Core } from '../core/types'
import { cards, gameName, gameSentence } from './games'
import { t, tMaybe } from './i18n'
import { whenIdle } from './idle'
import { startLocal, wakeEngine } from './local'
import { startOf, theCore, useCore } from './parts'
import { Link, go } from './router'
import { change, useSettings } from './settings'
import { defaultTerms } from './terms'
import { Heading, Trouble } from './widgets'

export function Home() {
  const { core, error } = useCore()
  useEffect(() => {
    let here = true
    void whenIdle().then(() => (here ? wakeEngine('standard') : undefined))
    return () => void (here = false)
  }, [])
  return (
    <main id="main" class="page home">
      <section class="hero">
        <div class="hero-words">
          <Heading>{t('home.title')}</Heading>
          <p class="lead">{t('home.lead')}</p>
          <QuickPlay />
          <p class="promises">{t('home.promises')}</p>
        </div>
        <div class="hero-board">{core ? <Picture core={core} id="standard" /> : null}</div>
      </section>
      <Trouble text={error ? t('loadFailed') : ''} />
      <section aria-labelledby="all-games">
        <h2 id="all-games">{t('home.games', { n: cards.length })}</h2>
        <ul class="cards">
          {cards.map((card) => (
            <li key={card.id}>
              <Card core={core} {...card} />
            </li>
          ))}
        </ul>
      </section>
    </main>
  )
}

function Picture({ core, id }: { core: Core; id: string }) {
  const info = core.games().find((game) => game.id === id)
  return info ? <MiniBoard info={info} state={startOf(core, id)} /> : null
}

/* Pictures are drawn when they come near: the first view need not wait for 25 of them. */
function useNear() {
  const place = useRef<HTMLDivElement>(null)
  const [near, set] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && set(true), {
      rootMargin: '400px',
    })
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [])
  return { place, near }
}

function Card({ core, id, length, luck }: { core: Core | null; id: string; length: number; luck: number }) {
  const info = core?.games().find((game) => game.id === id)
  const { place, near } = useNear()
  return (
    <article class="card game-card">
      <div class="picture" aria-hidden="true" ref={place}>
        {core && near ? <Picture core={core} id={id} /> : null}
      </div>
      <h3>
        <Link href={`/new/${id}`} class="stretched">
          {gameName(id, info)}
        </Link>
      </h3>
      <p>{gameSentence(id, info)}</p>
      <div class="card-foot">
        <div class="measures">
          <span>{tMaybe(`length.${length}`)}</span>
          <span>
            <Dots of={luck} /> {tMaybe(`luck.${luck}`)}
          </span>
        </div>
        <Link href={`/rules/${id}`} class="above" aria-label={t('rules.of', { game: gameName(id, info) })}>
          {t('rules')}
        </Link>
      </div>
    </article>
  )
}

function Dots({ of }: { of: number }) {
  return (
    <svg class="dots" viewBox="0 0 54 10" aria-hidden="true">
      {[0, 1, 2, 3, 4].map((i) => (
        <circle key={i} cx={5 + 11 * i} cy={5} r={3.6} class={i < of ? 'full' : ''} />
      ))}
    </svg>
  )
}

function QuickPlay() {
  const { level } = useSettings()
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const play = async () => {
    setBusy(true)
    try {
      const core = await theCore()
      const info = core.games().find((game) => game.id === 'standard')!
      const terms = { ...defaultTerms(info), cube: false }
      const kept = await startLocal(core, { game: 'standard', terms, options: {}, level: { x: null, o: level } })
      go(`/play/${kept.id}`)
    } catch (error) {
      setTrouble(t('play.cannotStart', { why: error instanceof Error ? error.message : String(error) }))
      setBusy(false)
    }
  }
  return (
    <div class="quick">
      <button type="button" class="go big" disabled={busy} onClick={() => void play()}>
        {t('home.play')}
      </button>
      <label class="quick-level">
        <span>{t('home.level')}</span>
        <select value={String(level)} onChange={(event) => change({ level: Number(event.currentTarget.value) })}>
          {[1, 2, 3, 4, 5, 6, 7, 8].map((n) => (
            <option key={n} value={String(n)} selected={n === level}>
              {t('level.named', { level: n, name: tMaybe(`level.${n}`) })}
            </option>
          ))}
        </select>
      </label>
      <Link href="/new/standard">{t('home.other')}</Link>
      <Trouble text={trouble} />
    </div>
  )
}
