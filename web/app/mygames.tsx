/* My games: what this browser has kept, to go on with, to look at, to take along. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Side } from '../core/types'
import { createGame } from './table'
import { gameName } from './games'
import { dateTime, t } from './i18n'
import { matchWinner } from './local'
import { writeMat } from './mat'
import { me, playerName } from './names'
import { theCore } from './parts'
import { readRecord, writeRecord } from './record'
import { refresh, seatAddress } from './lobby'
import { Replay } from './replay'
import { Link, go } from './router'
import type { Kept } from './store'
import { forget, keep, load, loadAll, newId } from './store'
import { Heading, Loading, Trouble, download, useLoaded } from './widgets'

export function MyGames() {
  const [changes, changed] = useState(0)
  const { value: games, error } = useLoaded(loadAll, [changes])
  const [trouble, setTrouble] = useState('')
  return (
    <main id="main" class="page mine">
      <Heading>{t('mine.title')}</Heading>
      <p class="lead">{t('mine.lead')}</p>
      <OpenRecord onTrouble={setTrouble} />
      <Trouble text={error ? t('mine.noStore') : trouble} />
      {games === null && !error ? <Loading /> : null}
      {games?.length === 0 ? <p>{t('mine.none')}</p> : null}
      <ul class="kept">
        {games?.map((kept) => (
          <li key={kept.id}>
            <Entry kept={kept} onGone={() => changed((n) => n + 1)} />
          </li>
        ))}
      </ul>
    </main>
  )
}

/** Who has won, seen by the person of this browser. */
export function outcome(kept: Kept): string {
  if (kept.status === 'abandoned') return t('mine.abandoned')
  if (kept.status === 'open') return t('mine.open')
  if (kept.winner !== 'x' && kept.winner !== 'o') return t('mine.drawn')
  const own = me(kept)
  if (own) return kept.winner === own ? t('mine.won') : t('mine.lost')
  return t(kept.winner === 'x' ? 'mine.white' : 'mine.black')
}

/* What has happened in linked games meanwhile; without a network they stay as they were. */
function useNews(kept: Kept): { kept: Kept; actor: Side | null } {
  const [news, set] = useState<{ kept: Kept; actor: Side | null }>({ kept, actor: null })
  useEffect(() => {
    if (kept.kind === 'online' && kept.status === 'open') refresh(kept).then(set, () => undefined)
  }, [kept.id])
  return news
}

function Entry({ kept: known, onGone }: { kept: Kept; onGone: () => void }) {
  const [asking, ask] = useState(false)
  const { kept, actor } = useNews(known)
  const name = gameName(kept.setup.game)
  const open = kept.status === 'open' && kept.kind !== 'file'
  const several = kept.setup.terms.rounds !== 1
  return (
    <article class="card entry">
      <div class="entry-head">
        <h2>{name}</h2>
        <p>
          <span>{t('mine.players', { x: playerName(kept, 'x'), o: playerName(kept, 'o') })}</span>
          {several ? <span class="score">{t('mine.score', { x: kept.score.x, o: kept.score.o })}</span> : null}
        </p>
        <p class="note">
          <span class={open ? 'tag open' : 'tag'}>
            {actor && actor === kept.mine ? t('mine.yourTurn') : outcome(kept)}
          </span>{' '}
          <time>{dateTime(kept.updated)}</time>
        </p>
      </div>
      <div class="entry-buttons">
        {open ? (
          <Link
            class="button go"
            href={kept.kind === 'online' ? seatAddress(kept) : `/play/${kept.id}`}
            aria-label={t('mine.goOn.label', { game: name })}
          >
            {t('mine.goOn')}
          </Link>
        ) : null}
        <Link class="button" href={`/review/${kept.id}`} aria-label={t('mine.replay.label', { game: name })}>
          {t('mine.replay')}
        </Link>
        <Link class="button" href={`/dice/${kept.id}`} aria-label={t('mine.dice.label', { game: name })}>
          {t('mine.dice')}
        </Link>
        <Downloads kept={kept} />
        {asking ? (
          <span class="question" role="group" aria-label={t('mine.forget.sure')}>
            <span>{t('mine.forget.sure')}</span>
            <button type="button" onClick={() => void forget(kept.id).then(onGone)}>
              {t('mine.forget.yes')}
            </button>
            <button type="button" onClick={() => ask(false)}>
              {t('mine.forget.no')}
            </button>
          </span>
        ) : (
          <button
            type="button"
            class="quiet"
            aria-label={t('mine.forget.label', { game: name })}
            onClick={() => ask(true)}
          >
            {t('mine.forget')}
          </button>
        )}
      </div>
    </article>
  )
}

/** The secret of a game that still goes on is nobody's business. */
export function recordText(kept: Kept, events: { by: 'x' | 'o' | null; do: string }[]): string {
  const secret = kept.status === 'open' ? null : (kept.secret ?? null)
  const winner = kept.winner === 'x' || kept.winner === 'o' ? kept.winner : null
  const over = kept.status === 'over' ? { reason: kept.end ?? ('played' as const), winner } : null
  return writeRecord({ setup: kept.setup, events: events.map(({ by, do: words }) => [by, words]), secret, over })
}

const fileName = (kept: Kept, ending: string) =>
  `pasch-${kept.setup.game}-${new Date(kept.created).toISOString().slice(0, 10)}.${ending}`

export function Downloads({ kept }: { kept: Kept }) {
  const json = async () => {
    const found = await load(kept.id)
    if (found) download(fileName(kept, 'jsonl'), recordText(found.kept, found.events), 'application/jsonl')
  }
  const mat = async () => {
    const [core, found] = await Promise.all([theCore(), load(kept.id)])
    if (!found) return
    const replay = new Replay(core, found.kept, found.events)
    const names = { x: playerName(kept, 'x'), o: playerName(kept, 'o') }
    download(fileName(kept, 'mat'), writeMat(found.kept, replay.history.rows, names), 'text/plain')
    replay.close()
  }
  return (
    <>
      <button type="button" onClick={() => void json()}>
        {t('mine.json')}
      </button>
      {kept.setup.game === 'standard' ? (
        <button type="button" onClick={() => void mat()}>
          {t('mine.mat')}
        </button>
      ) : null}
    </>
  )
}

/** A record from a file becomes one of my games. The rules check every event. */
export async function importRecord(text: string): Promise<string> {
  const core = await theCore()
  const { setup, events, secret, over } = readRecord(text)
  const game = createGame(core, { setup })
  events.forEach(([by, words], i) => {
    const wrong = game.apply(by, words)
    if (wrong) throw new Error(t('record.illegal', { line: i + 2, words, why: wrong }))
  })
  const state = game.state()
  game.free()
  const kept: Kept = {
    id: newId(),
    kind: 'file',
    setup,
    mine: null,
    created: Date.now(),
    updated: Date.now(),
    status: over || state.phase === 'over' ? 'over' : secret ? 'abandoned' : 'open',
    score: state.score,
    winner: over ? (over.winner ?? 'draw') : state.phase === 'over' ? matchWinner(state.score, state.winner) : null,
    end: over?.reason ?? null,
    events: events.length,
    ...(secret ? { secret } : {}),
  }
  await keep(
    kept,
    events.map(([by, words]) => ({ by, do: words, time: kept.created }))
  )
  return kept.id
}

function OpenRecord({ onTrouble }: { onTrouble: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (!file) return
    try {
      go(`/review/${await importRecord(await file.text())}`)
    } catch (error) {
      onTrouble(error instanceof Error ? error.message : String(error))
    }
    if (input.current) input.current.value = ''
  }
  return (
    <label class="file">
      <span>{t('mine.openFile')}</span>
      <input
        ref={input}
        type="file"
        accept=".jsonl,.json,.txt,application/json,text/plain"
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
    </label>
  )
}
