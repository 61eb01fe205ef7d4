/* Games by link, and waiting for somebody who wants to play the same. */
import { useEffect, useState } from 'preact/hooks'
import type { Session } from './table'
import { gameName } from './games'
import { t } from './i18n'
import { me, other } from './names'
import type { Order } from './lobby'
import { joinGame, seatAddress, seek } from './lobby'
import type { OnlineSession } from './online'
import { theCore } from './parts'
import { Play, useSession } from './play'
import { Link, go } from './router'
import { CopyButton, Heading, Loading, Trouble } from './widgets'
import { why } from './why'

export function LinkedPage({ id, token }: { id: string; token: string }) {
  const [session, set] = useState<OnlineSession | null>(null)
  const [trouble, setTrouble] = useState('')
  useEffect(() => {
    let mine: OnlineSession | null = null
    let gone = false
    const open = async () => {
      const core = await theCore()
      const joined = await joinGame(core, id, token)
      if (gone) return joined.close()
      mine = joined
      set(joined)
      /* the secret of the link is kept now: nobody needs to read it over a shoulder */
      if (token) history.replaceState(null, '', seatAddress(joined.kept))
    }
    open().catch((error: unknown) => setTrouble(error instanceof Error ? error.message : String(error)))
    return () => {
      gone = true
      mine?.close()
    }
  }, [id])
  if (session) return <Play session={session} banner={<Banner session={session} />} />
  return (
    <main id="main" class="page">
      <Heading>{t('link.title')}</Heading>
      {trouble ? (
        <>
          <Trouble text={t('link.cannotJoin', { why: why(trouble) })} />
          <p>
            <Link href="/">{t('lost.home')}</Link>
          </p>
        </>
      ) : (
        <Loading />
      )}
    </main>
  )
}

function Banner({ session }: { session: OnlineSession }) {
  useSession(session as Session)
  const { kept, link } = session
  const own = me(kept)
  const waits = own !== null && session.events.length === 0
  const address = (path: string) => new URL(path, location.href).href
  return (
    <>
      {link === 'offline' || link === 'connecting' ? (
        <p class="wire" role="status">
          {t(link === 'offline' ? 'link.offline' : 'link.connecting')}
        </p>
      ) : null}
      {link === 'refused' ? <p class="wire">{t('link.refused')}</p> : null}
      {own === null ? <p class="note">{t('link.watching')}</p> : null}
      {waits && kept.links?.play ? (
        <div class="invite">
          <p>{t('link.send')}</p>
          <ShareLink href={address(kept.links.play)} label={t('link.forFriend')} />
        </div>
      ) : null}
      <ClaimButton session={session} />
      {kept.links?.watch && kept.status === 'open' ? (
        <details class="watchers">
          <summary>{t('link.watch')}</summary>
          <ShareLink href={address(kept.links.watch)} label={t('link.forWatchers')} />
        </details>
      ) : null}
    </>
  )
}

/* A side that is gone for too long when it must act has lost, if the other says so. */
function ClaimButton({ session }: { session: OnlineSession }) {
  const [, redraw] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => redraw((n) => n + 1), 5000)
    return () => clearInterval(timer)
  }, [])
  const { kept, present, state } = session
  const own = me(kept)
  if (!own || kept.status !== 'open' || !present || present[other(own)] || state.actor !== other(own)) return null
  if (!session.since[other(own)] || Date.now() - session.since[other(own)] < session.claimAfter) return null
  return (
    <p>
      <button type="button" onClick={() => session.claim()}>
        {t('link.claim')}
      </button>
    </p>
  )
}

function ShareLink({ href, label }: { href: string; label: string }) {
  const share = typeof navigator.share === 'function'
  return (
    <div class="share">
      <input type="text" readOnly value={href} aria-label={label} onFocus={(event) => event.currentTarget.select()} />
      <CopyButton text={href} label="link.copy" />
      {share ? (
        <button
          type="button"
          onClick={() => void navigator.share({ title: 'Pasch', url: href }).catch(() => undefined)}
        >
          {t('link.share')}
        </button>
      ) : null}
    </div>
  )
}

type Wish = Pick<Order, 'game' | 'terms' | 'options' | 'clock'>

export function SeekPage({ game }: { game: string }) {
  const [state, setState] = useState('connecting')
  const [trouble, setTrouble] = useState('')
  const wish = readWish(game)
  useEffect(() => {
    if (!wish) return go(`/new/${game}`, true)
    return seek(
      wish,
      (id) => go(`/g/${id}`, true),
      (now, why) => {
        setState(now)
        if (why) setTrouble(why)
      }
    )
  }, [game])
  return (
    <main id="main" class="page seek">
      <Heading>{t('seek.title', { game: gameName(game) })}</Heading>
      <p role="status" class="lead">
        {state === 'online' ? t('seek.waiting') : t('link.connecting')}
      </p>
      <p class="note">{t('seek.note')}</p>
      <Trouble text={trouble} />
      <p>
        <Link class="button" href={`/new/${game}`}>
          {t('seek.stop')}
        </Link>
      </p>
    </main>
  )
}

function readWish(game: string): Wish | null {
  try {
    return JSON.parse(sessionStorage.getItem(`pasch.seek.${game}`) ?? 'null') as Wish | null
  } catch {
    return null
  }
}
