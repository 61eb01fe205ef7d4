/* The buttons below: always one main thing to do. */
import { useEffect, useRef } from 'preact/hooks'
import type { Side } from '../core/types'
import { t } from './i18n'
import { me, other } from './names'
import { again, go } from './again'
import { Link } from './router'
import { about } from './status'
import type { Session } from './table'
import { Action } from './widgets'

interface Props {
  session: Session
  act: (words: string, side?: Side) => boolean
  mayAsk: boolean
  hinting: boolean
  onHint: () => void
  onResign: () => void
}

export function Actions(props: Props) {
  const { session } = props
  const { kept, state } = session
  const actor = state.actor
  const mine = actor !== null && (kept.mine === 'both' || kept.mine === actor)
  if (kept.status !== 'open' || state.phase === 'over') return <AfterGame session={session} />
  if (state.phase === 'between') return <Between {...props} />
  if (mine && state.phase === 'resign') return <AnswerResignation {...props} />
  if (mine && state.due === 'answer') return <AnswerDouble {...props} />
  return <Turn {...props} mine={mine} />
}

function Turn({ session, act, mayAsk, hinting, onHint, onResign, mine }: Props & { mine: boolean }) {
  const { kept, state, info } = session
  const throws = mine && (state.due === 'throw' || state.due === 'bonus')
  const plays = mine && state.due === 'play'
  const main = plays
    ? { label: state.nothing ? t('play.goOn') : t('play.end'), off: !state.mayEnd, words: 'end' }
    : { label: state.due === 'bonus' ? t('play.rollAgain') : t('play.roll'), off: !throws, words: 'roll' }
  const mayDouble = mine && state.cube.mayDouble
  const resigner = me(kept) ?? state.actor
  const mayResign = resigner !== null && state.resignMost[resigner] > 0 && (mine || kept.kind === 'online')
  const { cube } = kept.setup.terms
  return (
    <div class={mayAsk !== cube ? 'actions three' : 'actions'}>
      <Action off={!(plays && state.hops.length)} onClick={() => act('undo')}>
        {t('play.undo')}
      </Action>
      {mayAsk ? (
        <Action off={!(throws || plays) || info.towers} aria-pressed={hinting} onClick={onHint}>
          {t('play.hint')}
        </Action>
      ) : null}
      {cube ? (
        <Action
          off={!mayDouble}
          onClick={() => act('double')}
          aria-label={t('play.doubleTo', { value: 2 * state.cube.value })}
        >
          {t('play.double')}
        </Action>
      ) : null}
      {kept.mine !== null ? (
        <Action off={!mayResign} onClick={onResign}>
          {t('play.resign')}
        </Action>
      ) : null}
      {kept.mine !== null ? (
        <Action class="go" data-testid="main" off={main.off} onClick={() => act(main.words)}>
          {main.label}
        </Action>
      ) : null}
      {session.draws && me(kept) ? <DrawButtons session={session} /> : null}
    </div>
  )
}

function DrawButtons({ session }: { session: Session }) {
  const own = me(session.kept)!
  if (session.drawOffer === other(own))
    return (
      <div class="question" role="group" aria-label={t('draw.offered')}>
        <p>{t('draw.offered')}</p>
        <button type="button" onClick={() => session.offerDraw?.('accept')}>
          {t('draw.accept')}
        </button>
        <button type="button" onClick={() => session.offerDraw?.('decline')}>
          {t('draw.decline')}
        </button>
      </div>
    )
  return (
    <Action off={session.drawOffer === own} onClick={() => session.offerDraw?.('offer')}>
      {session.drawOffer === own ? t('draw.waiting') : t('draw.offer')}
    </Action>
  )
}

/* The question takes the focus, none of its buttons does: a Return that was meant for something else answers nothing.
 * A button must be chosen first. */
function Question({ text, children }: { text: string; children: preact.ComponentChildren }) {
  const head = useRef<HTMLParagraphElement>(null)
  useEffect(() => head.current?.focus(), [])
  return (
    <div class="actions question" role="group" aria-label={text} data-testid="question">
      <p ref={head} tabIndex={-1}>
        {text}
      </p>
      {children}
    </div>
  )
}

function AnswerDouble({ session, act }: Props) {
  const { kept, state } = session
  const offerer = other(state.actor!)
  const text = about(kept, offerer, state.beaver ? 'status.beaver' : 'status.double', { value: 2 * state.cube.value })
  return (
    <Question text={text}>
      <button type="button" onClick={() => act('take')}>
        {t('play.take')}
      </button>
      <button type="button" onClick={() => act('pass')}>
        {t('play.pass')}
      </button>
      {kept.setup.terms.beavers && !state.beaver ? (
        <button type="button" onClick={() => act('beaver')}>
          {t('play.beaver')}
        </button>
      ) : null}
    </Question>
  )
}

function AnswerResignation({ session, act }: Props) {
  const { kept, state } = session
  return (
    <Question text={about(kept, state.resigner!, 'status.resign', { n: state.resignation })}>
      <button type="button" onClick={() => act('accept')}>
        {t('play.accept')}
      </button>
      <button type="button" onClick={() => act('reject')}>
        {t('play.reject')}
      </button>
    </Question>
  )
}

function Between({ session, act }: Props) {
  const { length, rounds } = session.kept.setup.terms
  const endless = !length && !rounds
  return (
    <div class="actions">
      {session.kept.mine !== null ? (
        <Action class="go" data-testid="main" onClick={() => act('next')}>
          {t('play.next')}
        </Action>
      ) : null}
      {session.kept.mine !== null && endless && session.finish ? (
        <Action onClick={() => session.finish!()}>{t('play.finish')}</Action>
      ) : null}
    </div>
  )
}

function AfterGame({ session }: { session: Session }) {
  const { kept } = session
  const rematch = session.rematch
  useEffect(() => {
    if (typeof rematch === 'object') go(`/g/${rematch.id}`)
  }, [rematch])
  return (
    <div class="actions after">
      <Link href={`/review/${kept.id}`} class="button">
        {t('play.review')}
      </Link>
      <Link href={`/dice/${kept.id}`} class="button">
        {t('play.checkDice')}
      </Link>
      {session.askRematch && me(kept) ? (
        <Action class="go" data-testid="main" off={rematch === 'wanted'} onClick={() => session.askRematch!()}>
          {rematch === 'wanted' ? t('rematch.waiting') : rematch === 'offered' ? t('rematch.accept') : t('rematch')}
        </Action>
      ) : null}
      {kept.kind === 'local' ? (
        <Action class="go" data-testid="main" onClick={() => void again(kept)}>
          {t('rematch')}
        </Action>
      ) : null}
    </div>
  )
}
