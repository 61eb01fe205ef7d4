/* A game of this browser: taken up where it was left. */
import { useEffect, useState } from 'preact/hooks'
import { t } from './i18n'
import { LocalSession } from './local'
import { takeOver } from './lock'
import { theCore } from './parts'
import { Play } from './play'
import { Link, go } from './router'
import { load } from './store'
import { Heading, Loading, Trouble } from './widgets'

export function PlayPage({ id }: { id: string }) {
  const [session, set] = useState<LocalSession | null>(null)
  const [trouble, setTrouble] = useState('')
  const [elsewhere, setElsewhere] = useState(false)
  const [tries, again] = useState(0)
  useEffect(() => {
    let letGo = () => {}
    let mine: LocalSession | null = null
    let gone = false
    const open = async () => {
      const [core, found] = await Promise.all([theCore(), load(id)])
      if (gone) return
      if (!found) return setTrouble(t('play.unknown'))
      if (found.kept.kind === 'online') return go(`/g/${id}`, true)
      if (found.kept.kind === 'file') return go(`/review/${id}`, true)
      letGo = takeOver(id, () => {
        if (gone) return
        mine?.close()
        mine = null
        set(null)
        setElsewhere(true)
      })
      mine = new LocalSession(core, found.kept, found.events)
      setElsewhere(false)
      set(mine)
    }
    open().catch((error: unknown) =>
      setTrouble(t('play.cannotStart', { why: error instanceof Error ? error.message : String(error) }))
    )
    return () => {
      gone = true
      mine?.close()
      letGo()
    }
  }, [id, tries])
  if (session) return <Play session={session} />
  return (
    <main id="main" class="page">
      {elsewhere ? (
        <>
          <Heading>{t('play.elsewhere')}</Heading>
          <p>
            <button type="button" class="go" onClick={() => again(tries + 1)}>
              {t('play.here')}
            </button>
          </p>
        </>
      ) : trouble ? (
        <>
          <Heading>{t('play.noGame')}</Heading>
          <Trouble text={trouble} />
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
