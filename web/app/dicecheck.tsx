/* Check the dice: every throw of a game is computed again, here in the browser, and counted. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { DiceReport } from '../core/dice'
import { checkDice } from '../core/dice'
import { gameName } from './games'
import { dateTime, number, percent, t, tMaybe } from './i18n'
import { LocalSession } from './local'
import { recordText } from './mygames'
import { theCore } from './parts'
import { go } from './router'
import type { Kept } from './store'
import { load, loadAll } from './store'
import { Heading, Trouble, useLoaded } from './widgets'

export function DicePage({ id }: { id: string }) {
  const [text, setText] = useState('')
  const [report, setReport] = useState<DiceReport | null>(null)
  const [kept, setKept] = useState<Kept | null>(null)
  const result = useRef<HTMLHeadingElement>(null)
  const check = (record: string) => {
    setText(record)
    setReport(checkDice(record))
    setTimeout(() => result.current?.focus(), 0)
  }
  const open = async (game: string) => {
    const found = await load(game)
    if (!found) return
    setKept(found.kept)
    check(recordText(found.kept, found.events))
  }
  useEffect(() => {
    if (id) void open(id)
  }, [id])
  const abandon = async () => {
    if (!kept) return
    const [core, found] = await Promise.all([theCore(), load(kept.id)])
    if (!found) return
    const session = new LocalSession(core, found.kept, found.events)
    session.abandon()
    session.close()
    await open(kept.id)
  }
  return (
    <main id="main" class="page dice-page">
      <Heading>{t('dice.title')}</Heading>
      <p class="lead">{t('dice.lead')}</p>
      <section class="card group" aria-labelledby="dice-what">
        <h2 id="dice-what">{t('dice.what')}</h2>
        <GameSelect id={id} />
        <label class="file">
          <span>{t('dice.file')}</span>
          <input
            type="file"
            accept=".jsonl,.json,.txt,application/json,text/plain"
            onChange={(event) => void event.currentTarget.files?.[0]?.text().then(check)}
          />
        </label>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            setKept(null)
            check(text)
          }}
        >
          <label class="text">
            <span>{t('dice.paste')}</span>
            <textarea
              rows={4}
              value={text}
              spellcheck={false}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="go">
            {t('dice.check')}
          </button>
        </form>
      </section>
      {report ? (
        <section class="card group" aria-labelledby="dice-result">
          <h2
            id="dice-result"
            ref={result}
            tabIndex={-1}
            data-testid="dice-verdict"
            class={report.right ? 'right' : 'wrong'}
          >
            {verdict(report)}
          </h2>
          {kept ? (
            <p class="note">{t('dice.of', { game: gameName(kept.setup.game), date: dateTime(kept.created) })}</p>
          ) : null}
          {report.problem ? <Trouble text={tMaybe(`dice.problem.${report.problem}`)} /> : null}
          {report.problem === 'secret' && kept?.kind === 'local' && kept.status === 'open' ? (
            <p>
              <button type="button" onClick={() => void abandon()}>
                {t('dice.abandon')}
              </button>
            </p>
          ) : null}
          {report.throws.length ? (
            <>
              <Counts report={report} />
              <Throws report={report} />
            </>
          ) : null}
        </section>
      ) : null}
      <Method />
    </main>
  )
}

function verdict(report: DiceReport): string {
  if (report.problem === 'commitment') return t('dice.broken')
  if (report.problem) return t('dice.unchecked')
  const wrong = report.throws.filter((one) => !one.right).length
  if (wrong) return t('dice.wrong', { n: wrong })
  return report.throws.length ? t('dice.right', { n: report.throws.length }) : t('dice.noThrows')
}

function GameSelect({ id }: { id: string }) {
  const { value: games } = useLoaded(loadAll, [])
  const some = games?.filter((kept) => kept.setup.dice) ?? []
  return (
    <label class="select">
      <span>{t('dice.mine')}</span>
      <select
        value={id}
        onChange={(event) => go(event.currentTarget.value ? `/dice/${event.currentTarget.value}` : '/dice')}
      >
        <option value="">{t('dice.choose')}</option>
        {some.map((kept) => (
          <option key={kept.id} value={kept.id} selected={kept.id === id}>
            {t('dice.entry', { game: gameName(kept.setup.game), date: dateTime(kept.created) })}
          </option>
        ))}
      </select>
    </label>
  )
}

/* The chance that fair dice stray at least as far: the upper tail of chi-squared with five degrees of freedom. */
export function tail(x: number): number {
  return erfc(Math.sqrt(x / 2)) + Math.sqrt((2 * x) / Math.PI) * Math.exp(-x / 2) * (1 + x / 3)
}

/* Abramowitz and Stegun 7.1.26: good to 1.5e-7. */
function erfc(x: number): number {
  const k = 1 / (1 + 0.3275911 * x)
  const sum = k * (0.254829592 + k * (-0.284496736 + k * (1.421413741 + k * (-1.453152027 + k * 1.061405429))))
  return sum * Math.exp(-x * x)
}

function Counts({ report }: { report: DiceReport }) {
  const dice = report.counts.reduce((sum, n) => sum + n, 0)
  const expected = dice / 6
  const most = Math.max(expected, ...report.counts)
  const strayed = report.counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
  return (
    <>
      <h3>{t('dice.counts')}</h3>
      <div class="table-box" tabIndex={0} role="region" aria-label={t('dice.counts')}>
        <table class="counts">
          <thead>
            <tr>
              <th scope="col">{t('dice.face')}</th>
              <th scope="col">{t('dice.thrown')}</th>
              <th scope="col">{t('dice.expected')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {report.counts.map((n, i) => (
              <tr key={i}>
                <th scope="row">{i + 1}</th>
                <td>{n}</td>
                <td>{number(expected, 1)}</td>
                <td aria-hidden="true">
                  <svg class="bar" viewBox="0 0 200 14" preserveAspectRatio="none">
                    <rect width={(200 * n) / most} height="14" />
                    <rect class="mark" x={(200 * expected) / most - 1} width="2" height="14" />
                  </svg>
                </td>
              </tr>
            ))}
            <tr>
              <th scope="row">{t('dice.doubles')}</th>
              <td>{report.doubles}</td>
              <td>{number(report.throws.length / 6, 1)}</td>
              <td />
            </tr>
          </tbody>
        </table>
      </div>
      <p>{t('dice.tail', { chance: percent(tail(strayed)) })}</p>
    </>
  )
}

const chunk = 100

function Throws({ report }: { report: DiceReport }) {
  const [shown, show] = useState(chunk)
  const side = (by: string, words: string) =>
    words.startsWith('opening') ? t('dice.opening') : by === 'o' ? t('black') : t('white')
  return (
    <details>
      <summary>{t('dice.all', { n: report.throws.length })}</summary>
      <div class="table-box" tabIndex={0} role="region" aria-label={t('dice.all', { n: report.throws.length })}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('dice.number')}</th>
              <th scope="col">{t('dice.who')}</th>
              <th scope="col">{t('dice.recorded')}</th>
              <th scope="col">{t('dice.computed')}</th>
              <th scope="col">{t('dice.agree')}</th>
            </tr>
          </thead>
          <tbody>
            {report.throws.slice(0, shown).map((one) => (
              <tr key={one.n} class={one.right ? '' : 'wrong'}>
                <td>{one.n}</td>
                <td>{side(one.by, one.words)}</td>
                <td>{one.words.replace(/^\w+ /, '').split('').join('-')}</td>
                <td>{one.expected.join('-')}</td>
                <td>{one.right ? t('dice.yes') : t('dice.no')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown < report.throws.length ? (
        <button type="button" onClick={() => show(shown + chunk)}>
          {t('dice.more')}
        </button>
      ) : null}
    </details>
  )
}

function Method() {
  return (
    <section class="method" aria-labelledby="dice-method">
      <h2 id="dice-method">{t('dice.method')}</h2>
      <ol>
        <li>{t('dice.method.1')}</li>
        <li>{t('dice.method.2')}</li>
        <li>{t('dice.method.3')}</li>
        <li>{t('dice.method.4')}</li>
      </ol>
      <p>{t('dice.method.why')}</p>
      <p>{t('dice.method.bot')}</p>
      <details>
        <summary>{t('dice.method.exact')}</summary>
        <p>{t('dice.method.exact.1')}</p>
        <pre tabIndex={0}>
          <code>
            {'commitment = SHA-256(secret)\n' +
              'throw n    = first two dice of\n' +
              '  HMAC-SHA-256(secret, "pasch-dice-1:" + seed of x + ":" + seed of o + ":" + n + ":" + k)\n' +
              '  for k = 0, 1, ...: each byte b < 252 is the die 1 + b mod 6'}
          </code>
        </pre>
        <p>{t('dice.method.exact.2')}</p>
        <pre tabIndex={0}>
          <code>pasch dice verify FILE</code>
        </pre>
      </details>
    </section>
  )
}
