/* Setting up a game: against whom, for what, with which of the leaflets' options. */
import { useState } from 'preact/hooks'
import { MiniBoard } from '../board'
import type { Core, GameInfo, Side } from '../core/types'
import { gameName, gameSentence } from './games'
import { t, tMaybe } from './i18n'
import { startLocal } from './local'
import { startOf, useCore } from './parts'
import type { Setup } from './record'
import { Link, go } from './router'
import { change, settings } from './settings'
import type { ClockTerms } from './store'
import type { TermsForm } from './terms'
import { defaultForm, formTerms } from './terms'
import { Choice, Heading, Loading, Select, Switch, Trouble } from './widgets'

export type Opponent = 'bot' | 'screen' | 'link' | 'stranger'
export type Seat = Side | 'random'

export interface Form {
  opponent: Opponent
  level: number
  seat: Seat
  terms: TermsForm
  clock: ClockTerms
  options: Record<string, string>
  seed: string
}

export function SetupPage({ game }: { game: string }) {
  const { core, error } = useCore()
  const info = core?.games().find((one) => one.id === game)
  return (
    <main id="main" class="page setup">
      {error ? <Trouble text={t('loadFailed')} /> : null}
      {core && info ? <SetupForm core={core} info={info} /> : core ? <NoGame /> : <Loading />}
    </main>
  )
}

function NoGame() {
  return (
    <>
      <Heading>{t('setup.noGame')}</Heading>
      <p>
        <Link href="/">{t('lost.home')}</Link>
      </p>
    </>
  )
}

const place = (game: string) => `pasch.setup.${game}`

function remembered(info: GameInfo): Form {
  const fresh: Form = {
    opponent: 'bot',
    level: settings().level,
    seat: 'x',
    terms: defaultForm(info),
    clock: { kind: 'none', seconds: 300, increment: 10 },
    options: {},
    seed: '',
  }
  try {
    const kept = JSON.parse(localStorage.getItem(place(info.id)) ?? '{}') as Partial<Form>
    return { ...fresh, ...kept, level: fresh.level, terms: { ...fresh.terms, ...kept.terms }, seed: '' }
  } catch {
    return fresh
  }
}

function SetupForm({ core, info }: { core: Core; info: GameInfo }) {
  const [form, set] = useState(() => remembered(info))
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const update = (changes: Partial<Form>) => set((old) => ({ ...old, ...changes }))
  const updateTerms = (changes: Partial<TermsForm>) => set((old) => ({ ...old, terms: { ...old.terms, ...changes } }))

  const start = async () => {
    setBusy(true)
    setTrouble('')
    change({ level: form.level })
    try {
      localStorage.setItem(place(info.id), JSON.stringify({ ...form, seed: '' }))
    } catch {
      /* nothing is kept here */
    }
    try {
      await begin(core, info, form)
    } catch (error) {
      setTrouble(t('play.cannotStart', { why: error instanceof Error ? error.message : String(error) }))
      setBusy(false)
    }
  }

  return (
    <form
      class="setup-form"
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <div class="setup-head">
        <div class="picture" aria-hidden="true">
          <MiniBoard info={info} state={startOf(core, info.id)} />
        </div>
        <div>
          <Heading>{gameName(info.id, info)}</Heading>
          <p class="lead">{gameSentence(info.id, info)}</p>
          <p>
            <Link href={`/rules/${info.id}`}>{t('setup.readRules')}</Link>
          </p>
        </div>
      </div>
      <OpponentFields info={info} form={form} update={update} />
      <TermsFields info={info} form={form.terms} update={updateTerms} />
      <ClockFields clock={form.clock} onChange={(clock) => update({ clock })} />
      <LeafletFields info={info} form={form} update={update} />
      <Trouble text={trouble} />
      <div class="setup-go">
        <button type="submit" class="go big" disabled={busy}>
          {t(`setup.go.${form.opponent}`)}
        </button>
      </div>
    </form>
  )
}

function OpponentFields({
  info,
  form,
  update,
}: {
  info: GameInfo
  form: Form
  update: (changes: Partial<Form>) => void
}) {
  const opponents: Opponent[] = ['bot', 'screen', 'link', 'stranger']
  return (
    <section class="card group" aria-labelledby="setup-opponent">
      <h2 id="setup-opponent">{t('setup.opponent')}</h2>
      <Choice
        label={t('setup.against')}
        name="opponent"
        value={form.opponent}
        of={opponents.map((value) => ({ value, label: t(`setup.opponent.${value}`) }))}
        onChange={(opponent) => update({ opponent })}
        note={t(`setup.opponent.${form.opponent}.note`)}
      />
      {form.opponent === 'bot' ? (
        <Choice
          label={t('setup.level')}
          name="level"
          value={form.level}
          of={[1, 2, 3, 4, 5, 6, 7, 8].map((value) => ({
            value,
            label: String(value),
            title: tMaybe(`level.${value}`),
          }))}
          onChange={(level) => update({ level })}
          note={t('setup.level.note', { name: tMaybe(`level.${form.level}`) })}
        />
      ) : null}
      {form.opponent === 'bot' || form.opponent === 'link' ? (
        <Choice
          label={info.asymmetric ? t('setup.role') : t('setup.seat')}
          name="seat"
          value={form.seat}
          of={(['x', 'o', 'random'] as const).map((value) => ({ value, label: seatLabel(info, value) }))}
          onChange={(seat) => update({ seat })}
          note={info.asymmetric ? tMaybe(`role.${info.id}.note`) || t('setup.role.note') : t('setup.seat.note')}
        />
      ) : null}
    </section>
  )
}

function seatLabel(info: GameInfo, seat: Seat): string {
  if (seat === 'random') return t('setup.seat.random')
  return (info.asymmetric && tMaybe(`role.${info.id}.${seat}`)) || t(seat === 'x' ? 'white' : 'black')
}

function NumberField({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}) {
  return (
    <label class="number">
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        value={value}
        onChange={(event) => {
          const read = Math.round(Number(event.currentTarget.value))
          onChange(Math.min(max, Math.max(min, Number.isFinite(read) ? read : value)))
        }}
      />
    </label>
  )
}

function TermsFields({
  info,
  form,
  update,
}: {
  info: GameInfo
  form: TermsForm
  update: (changes: Partial<TermsForm>) => void
}) {
  const money = form.stake === 'money' || form.stake === 'one'
  return (
    <section class="card group" aria-labelledby="setup-terms">
      <h2 id="setup-terms">{t('setup.terms')}</h2>
      <Choice
        label={t('setup.stake')}
        name="stake"
        value={form.stake}
        of={(['one', 'match', 'rounds', 'money'] as const).map((value) => ({
          value,
          label: t(`setup.stake.${value}`),
        }))}
        onChange={(stake) => update({ stake })}
        note={t(`setup.stake.${form.stake}.note`)}
      />
      {form.stake === 'match' ? (
        <NumberField
          label={t('setup.length')}
          value={form.length}
          min={1}
          max={99}
          onChange={(length) => update({ length })}
        />
      ) : null}
      {form.stake === 'rounds' ? (
        <NumberField
          label={t('setup.rounds')}
          value={form.rounds}
          min={1}
          max={99}
          onChange={(rounds) => update({ rounds })}
        />
      ) : null}
      {info.asymmetric && form.stake !== 'one' ? (
        <Switch label={t('setup.swapRoles')} value={form.swapRoles} onChange={(swapRoles) => update({ swapRoles })} />
      ) : null}
      {info.cube === 'no' ? (
        <p class="note">{t('setup.noCube')}</p>
      ) : (
        <Switch
          label={t('setup.cube')}
          note={t('setup.cube.note')}
          value={form.cube}
          onChange={(cube) => update({ cube })}
        />
      )}
      {info.cube !== 'no' && form.cube ? (
        <div class="indented">
          {form.stake === 'match' ? (
            <Switch
              label={t('setup.crawford')}
              note={t('setup.crawford.note')}
              value={form.crawford}
              onChange={(crawford) => update({ crawford })}
            />
          ) : null}
          {form.stake === 'money' ? (
            <Switch
              label={t('setup.jacoby')}
              note={t('setup.jacoby.note')}
              value={form.jacoby}
              onChange={(jacoby) => update({ jacoby })}
            />
          ) : null}
          {money ? (
            <>
              <Switch
                label={t('setup.beavers')}
                note={t('setup.beavers.note')}
                value={form.beavers}
                onChange={(beavers) => update({ beavers })}
              />
              <NumberField
                label={t('setup.autoDoubles')}
                value={form.autoDoubles}
                min={0}
                max={6}
                onChange={(autoDoubles) => update({ autoDoubles })}
              />
            </>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}

function ClockFields({ clock, onChange }: { clock: ClockTerms; onChange: (clock: ClockTerms) => void }) {
  return (
    <section class="card group" aria-labelledby="setup-clock">
      <h2 id="setup-clock">{t('setup.clock')}</h2>
      <Choice
        label={t('setup.clock.kind')}
        name="clock"
        value={clock.kind}
        of={(['none', 'fischer', 'delay'] as const).map((value) => ({ value, label: t(`setup.clock.${value}`) }))}
        onChange={(kind) => onChange({ ...clock, kind })}
        note={t(`setup.clock.${clock.kind}.note`)}
      />
      {clock.kind !== 'none' ? (
        <div class="pair">
          <NumberField
            label={t('setup.clock.minutes')}
            value={Math.round(clock.seconds / 60)}
            min={1}
            max={180}
            onChange={(minutes) => onChange({ ...clock, seconds: minutes * 60 })}
          />
          <NumberField
            label={t('setup.clock.seconds')}
            value={clock.increment}
            min={0}
            max={120}
            onChange={(increment) => onChange({ ...clock, increment })}
          />
        </div>
      ) : null}
    </section>
  )
}

/** "tops=2|4" */
function readOption(text: string): { name: string; values: string[] } {
  const [name = '', values = ''] = text.split('=')
  return { name, values: values.split('|') }
}

function LeafletFields({
  info,
  form,
  update,
}: {
  info: GameInfo
  form: Form
  update: (changes: Partial<Form>) => void
}) {
  /* the cube stands above already */
  const options = info.options.map(readOption).filter(({ name }) => name !== 'cube')
  const local = form.opponent === 'bot' || form.opponent === 'screen'
  if (!options.length && !local) return null
  const choose = (name: string, value: string) => {
    const chosen = { ...form.options }
    if (value) chosen[name] = value
    else delete chosen[name]
    update({ options: chosen })
  }
  return (
    <details class="card group more">
      <summary>{t('setup.leaflet')}</summary>
      {options.length ? <p class="note">{t('setup.leaflet.note')}</p> : null}
      <div class="fields">
        {options.map(({ name, values }) => (
          <Select
            key={name}
            label={tMaybe(`option.${name}`) || name}
            value={form.options[name] ?? ''}
            of={[
              { value: '', label: t('setup.leaflet.usual') },
              ...values.map((value) => ({ value, label: tMaybe(`option.${name}.${value}`) || value })),
            ]}
            onChange={(value) => choose(name, value)}
          />
        ))}
      </div>
      {local ? (
        <label class="text">
          <span>{t('setup.seed')}</span>
          <input
            type="text"
            value={form.seed}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => update({ seed: event.currentTarget.value })}
          />
          <span class="note">{t('setup.seed.note')}</span>
        </label>
      ) : null}
    </details>
  )
}

async function begin(core: Core, info: GameInfo, form: Form): Promise<void> {
  const terms: Setup['terms'] = formTerms(info, form.terms)
  const valid = Object.fromEntries(
    Object.entries(form.options).filter(([name]) => info.options.some((o) => o.startsWith(`${name}=`)))
  )
  /* the library says here whether all of it fits together */
  const { opponent, clock } = form
  if (opponent === 'bot' || opponent === 'screen') {
    const seat: Side =
      form.seat === 'random' ? (crypto.getRandomValues(new Uint8Array(1))[0]! & 1 ? 'x' : 'o') : form.seat
    const level =
      opponent === 'screen'
        ? { x: null, o: null }
        : { x: seat === 'x' ? null : form.level, o: seat === 'o' ? null : form.level }
    const seed = form.seed.trim() ? (await import('../core/dice')).seedOf(form.seed.trim()) : undefined
    const kept = await startLocal(core, {
      game: info.id,
      terms,
      options: valid,
      level,
      clock,
      ...(seed ? { seed } : {}),
    })
    go(`/play/${kept.id}`)
  } else if (opponent === 'link') {
    const { orderGame } = await import('./lobby')
    go(`/g/${await orderGame({ game: info.id, terms, options: valid, side: form.seat, clock })}`)
  } else {
    sessionStorage.setItem(`pasch.seek.${info.id}`, JSON.stringify({ game: info.id, terms, options: valid, clock }))
    go(`/seek/${info.id}`)
  }
}
