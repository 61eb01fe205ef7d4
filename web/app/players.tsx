/* The two players: name, pips, clock, score. */
import { useEffect, useState } from 'preact/hooks'
import type { Side } from '../core/types'
import { clockText, timeLeft } from './clock'
import { t } from './i18n'
import { lightSide, me, other, playerName } from './names'
import { useSettings } from './settings'
import type { Session } from './table'

export function Players({ session }: { session: Session }) {
  const own = me(session.kept) ?? 'x'
  return (
    <section class="players" aria-label={t('play.players')}>
      {[other(own), own].map((side) => (
        <Player key={side} session={session} side={side} />
      ))}
    </section>
  )
}

function Player({ session, side }: { session: Session; side: Side }) {
  const { kept, state, info } = session
  const { pips } = useSettings()
  const light = lightSide(kept) === side
  const acts = kept.status === 'open' && state.actor === side
  const away = session.present !== null && me(kept) !== side && !session.present[side]
  const counts = pips && !info.towers && !info.ring
  const scored = kept.setup.terms.rounds !== 1 || state.games > 0
  return (
    <div class={acts ? 'card player acts' : 'card player'} data-side={side}>
      <svg class="disc" viewBox="0 0 28 28" role="img" aria-label={t(light ? 'men.light' : 'men.dark')}>
        <circle cx="14" cy="14" r="12.5" class={light ? 'disc-light' : 'disc-dark'} />
        <circle cx="14" cy="14" r="8.5" class={light ? 'ring-light' : 'ring-dark'} />
      </svg>
      <div class="who">
        <span class="name">{playerName(kept, side)}</span>
        <span class="facts">
          {acts ? <span class="turn-mark">{t('play.turn')}</span> : null}
          {counts ? <span>{t('play.pips', { n: state.pips[side] })}</span> : null}
          {away ? <span class="away">{t('link.away')}</span> : null}
        </span>
      </div>
      {session.clocks ? <ClockFace session={session} side={side} /> : null}
      {scored ? (
        <span class="score" aria-label={t('play.score', { n: state.score[side] })}>
          {state.score[side]}
        </span>
      ) : null}
    </div>
  )
}

function ClockFace({ session, side }: { session: Session; side: Side }) {
  const [, redraw] = useState(0)
  const clocks = session.clocks!
  const runs = clocks.running === side
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => redraw((n) => n + 1), 200)
    return () => clearInterval(timer)
  }, [runs])
  const left = timeLeft(clocks, side)
  return (
    <span
      class={left < 20_000 ? 'clock short' : 'clock'}
      role="timer"
      aria-label={t('play.clock', { time: clockText(left) })}
    >
      {clockText(left)}
    </span>
  )
}
