/* The screen on which games are played, whoever plays them. */
import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Board, announce, describe, findChains } from '../board'
import type { Hop, Side } from '../core/types'
import { Actions } from './actions'
import { say } from './announce'
import { autopilot } from './autopilot'
import { EvaluationBar, Hints } from './hints'
import type { Key, Vars } from './i18n'
import { t } from './i18n'
import { MoveList } from './movelist'
import { hopWords } from './moves'
import { lightSide, listenerOf, me, other } from './names'
import { OptionsSheet } from './options'
import { Players } from './players'
import { ResignSheet } from './resign'
import { gameName } from './games'
import { useSettings } from './settings'
import { sound } from './sound'
import { resultText, statusText, termsText } from './status'
import type { Happening, Session } from './table'
import { TypedMove } from './typed'
import { Heading, Icon, Sheet } from './widgets'
import { why, whyNot } from './why'
import { RulesSheet } from './rulessheet'

const translate = (key: string, vars?: Vars) => t(key as Key, vars)

export function useSession(session: Session): void {
  const [, redraw] = useState(0)
  useLayoutEffect(() => {
    /* something may have happened between drawing and watching */
    redraw((n) => n + 1)
    return session.watch(() => redraw((n) => n + 1))
  }, [session])
}

/** What screen readers hear of an event. */
function tell(session: Session, { event, before, after, hops }: Happening): void {
  const { kept } = session
  const own = event.by && (kept.mine === 'both' || kept.mine === event.by)
  const kind = event.do.split(' ', 1)[0]!
  /* who moves by hand hears the hop alone */
  if (kind === 'hop' && own && hops.length)
    return say(announce([event.by, event.do.replace(/ with \d+$/, '')], translate, listenerOf(kept)))
  const cube = 2 * before.cube.value
  say(announce([event.by, event.do], translate, listenerOf(kept), cube), kind === 'double' || kind === 'resign')
  if (after.games > before.games) say(resultText(session, after))
  else if (after.actor !== before.actor || after.due !== before.due) say(statusText(session))
}

/** Dice stay together at the end of a line. */
const unbroken = (text: string) => text.replace(/(\d)-(?=\d)/g, '$1\u2011')

type Opened = 'options' | 'rules' | 'resign' | 'position' | 'keys' | null

export function Play({ session, banner }: { session: Session; banner?: ComponentChildren }) {
  useSession(session)
  const settings = useSettings()
  const { kept, info, state } = session
  const [notice, setNotice] = useState('')
  const [opened, open] = useState<Opened>(null)
  const [hinting, setHinting] = useState(false)
  const [arrows, setArrows] = useState<{ side: Side; hops: Hop[] }[]>([])
  const typed = useRef<HTMLInputElement>(null)

  useEffect(
    () =>
      session.watch((happening) => {
        if (!happening) return
        setHinting(false)
        setArrows([])
        setNotice('')
        tell(session, happening)
        sound(happening, kept.mine)
      }),
    [session]
  )
  useEffect(() => autopilot(session), [session])

  const act = useCallback(
    (words: string, side?: Side): boolean => {
      const wrong = session.act(words, side)
      setNotice(wrong ? why(wrong) : '')
      if (wrong) say(why(wrong), true)
      return !wrong
    },
    [session]
  )

  const over = kept.status !== 'open' || state.phase === 'over'
  const actor = state.actor
  const mine = kept.mine
  const mayAct = !over && actor !== null && (mine === 'both' || mine === actor)
  /* against people there is no help while the game lasts */
  const mayAsk = kept.kind !== 'online' || over
  const own = me(kept) ?? 'x'
  const view = {
    home: settings.home,
    bottom: settings.place === 'bottom' ? own : other(own),
    numbering: settings.numbering,
    light: lightSide(kept),
  }
  const { taken } = session
  const shown = useMemo(() => ({ ...state, taken }), [state, taken])
  const chains = useMemo(() => (mayAct && actor ? findChains(session.game, actor) : []), [state, mayAct])
  const hint = useCallback(() => setHinting((was) => !was), [])

  useShortcuts({
    on: settings.keys && opened === null,
    r: () => mayAct && (state.due === 'throw' || state.due === 'bonus') && act('roll'),
    u: () => mayAct && state.hops.length > 0 && act('undo'),
    e: () => mayAct && state.due === 'play' && state.mayEnd && act('end'),
    d: () => mayAct && state.cube.mayDouble && act('double'),
    h: () => mayAsk && mayAct && hint(),
    t: () => typed.current?.focus(),
    b: () => document.querySelector<SVGElement>('.board-place [data-spot][tabindex="0"]')?.focus(),
    '?': () => open('keys'),
  })

  return (
    <main id="main" class="play">
      <Heading unseen>{t('play.title', { game: gameName(info.id, info) })}</Heading>
      <div class="board-place">
        <Board
          info={info}
          state={shown}
          view={view}
          interactive={over || state.phase === 'opening' || state.due === 'reply' ? null : mine}
          t={translate}
          speed={settings.speed}
          lastMove={state.hops.length ? null : session.last}
          hints={arrows}
          chains={chains}
          cube={kept.setup.terms.cube}
          letters={settings.keys}
          oneClick={settings.oneClick}
          controls={false}
          onHop={(hop: Hop) => act(hopWords(info, hop))}
          onChain={(hops: Hop[]) => void hops.every((hop) => act(hopWords(info, hop)))}
          onExplain={(from, to) => (actor ? whyNot(session.game, actor, from, to) : '') || t('board.cannot')}
          onRoll={() => act('roll')}
          onEnd={() => act('end')}
          onUndo={() => act('undo')}
          onChoose={(roll: string) => act(`choose ${roll}`)}
          onDouble={() => act('double')}
        />
        {settings.evaluation && mayAsk ? <EvaluationBar session={session} /> : null}
      </div>
      <aside class="panel" aria-label={t('play.panel')}>
        <Players session={session} />
        <section class="card status" aria-label={t('play.status')}>
          <p class="stakes">
            <b>{gameName(info.id, info)}</b> <span>{termsText(session)}</span>
          </p>
          <p class={over || state.phase === 'between' ? 'now result' : 'now'} data-testid="status">
            {session.thinking && state.due === 'play' ? t('status.thinking') : unbroken(statusText(session))}
          </p>
          {notice ? (
            <p class="notice" data-testid="notice">
              {notice}
            </p>
          ) : null}
          {session.trouble ? (
            <p class="trouble" role="alert">
              {why(session.trouble)}
            </p>
          ) : null}
          {session.trouble && session.retry ? (
            <button type="button" onClick={() => session.retry!()}>
              {t('play.retry')}
            </button>
          ) : null}
          {banner}
        </section>
        {hinting && mayAsk ? (
          <Hints
            session={session}
            onShow={setArrows}
            onPlay={(words) => act(words)}
            onClose={() => setHinting(false)}
          />
        ) : (
          <MoveList session={session} />
        )}
        <Actions
          session={session}
          act={act}
          mayAsk={mayAsk}
          hinting={hinting}
          onHint={hint}
          onResign={() => open('resign')}
        />
        <div class="tools">
          <TypedMove
            session={session}
            act={act}
            input={typed}
            onHint={mayAsk ? hint : undefined}
            onResign={() => open('resign')}
          />
          <div class="tool-buttons">
            <button type="button" class="quiet" onClick={() => open('rules')}>
              <Icon name="book" /> {t('rules')}
            </button>
            <button type="button" class="quiet" onClick={() => open('options')}>
              <Icon name="gear" /> {t('options')}
            </button>
            <button type="button" class="quiet" onClick={() => open('position')}>
              {t('play.inWords')}
            </button>
          </div>
        </div>
      </aside>
      {opened === 'options' ? <OptionsSheet session={session} mayAsk={mayAsk} onClose={() => open(null)} /> : null}
      {opened === 'rules' ? <RulesSheet game={info.id} onClose={() => open(null)} /> : null}
      {opened === 'keys' ? <KeysSheet onClose={() => open(null)} /> : null}
      {opened === 'position' ? (
        <Sheet title={t('play.inWords')} onClose={() => open(null)}>
          <div class="words" data-testid="position">
            {describe(state, info, translate, listenerOf(kept))
              .split('\n')
              .map((line) => (
                <p key={line}>{line}</p>
              ))}
            <p class="ppn">
              <code>{state.ppn}</code>
            </p>
          </div>
        </Sheet>
      ) : null}
      {opened === 'resign' ? (
        <ResignSheet
          session={session}
          onClose={() => open(null)}
          onResign={(points, side) => {
            open(null)
            act(`resign ${points}`, side)
          }}
        />
      ) : null}
    </main>
  )
}

const keysHelp = ['r', 'e', 'u', 'd', 'h', 't', 'b', 'm', 's', 'arrows', 'enter', '?'] as const

function KeysSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title={t('keys.title')} onClose={onClose}>
      <dl class="keys">
        {keysHelp.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{key.length === 1 ? key : t(`keys.name.${key}` as Key)}</kbd>
            </dt>
            <dd>{t(`keys.${key}` as Key)}</dd>
          </div>
        ))}
      </dl>
      <p class="note">{t('keys.note')}</p>
    </Sheet>
  )
}

type Shortcuts = { on: boolean } & Record<string, boolean | (() => unknown)>

function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts)
  current.current = shortcuts
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!current.current.on || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const at = event.target as Element | null
      if (at?.closest('input, select, textarea, dialog')) return
      const shortcut = current.current[event.key.toLowerCase()]
      if (event.key === 'on' || typeof shortcut !== 'function') return
      event.preventDefault()
      shortcut()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
