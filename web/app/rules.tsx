/* Rules pages, made from docs/rules when the page is built. */
import type { Block, RulesPage, Span } from '../core/types'
import { cards, gameName } from './games'
import { language, t } from './i18n'
import { Link } from './router'
import { Heading, Loading, Trouble, useLoaded } from './widgets'

async function loadPage(game: string): Promise<{ page: RulesPage; language: string }> {
  for (const one of [...new Set([language, 'en'])]) {
    const response = await fetch(`/rules/${one}/${encodeURIComponent(game)}.json`)
    /* a server that answers every address with the page itself sends no JSON here */
    if (response.ok && response.headers.get('content-type')?.includes('json'))
      return { page: (await response.json()) as RulesPage, language: one }
  }
  throw new Error(t('rules.none'))
}

function Spans({ of }: { of: Span[] }) {
  return (
    <>
      {of.map((span, i) => {
        if (typeof span === 'string') return span
        if ('b' in span)
          return (
            <strong key={i}>
              <Spans of={span.b} />
            </strong>
          )
        if ('i' in span)
          return (
            <em key={i}>
              <Spans of={span.i} />
            </em>
          )
        if ('code' in span) return <code key={i}>{span.code}</code>
        return span.href.startsWith('/') ? (
          <Link key={i} href={span.href}>
            <Spans of={span.a} />
          </Link>
        ) : (
          <a key={i} href={span.href} rel="noreferrer">
            <Spans of={span.a} />
          </a>
        )
      })}
    </>
  )
}

function Piece({ block, level }: { block: Block; level: number }) {
  if ('h' in block) {
    const Tag = `h${Math.min(6, block.h + level)}` as 'h2'
    return (
      <Tag>
        <Spans of={block.text} />
      </Tag>
    )
  }
  if ('p' in block)
    return (
      <p>
        <Spans of={block.p} />
      </p>
    )
  if ('ul' in block)
    return (
      <ul>
        {block.ul.map((item, i) => (
          <li key={i}>
            <Spans of={item} />
          </li>
        ))}
      </ul>
    )
  if ('ol' in block)
    return (
      <ol>
        {block.ol.map((item, i) => (
          <li key={i}>
            <Spans of={item} />
          </li>
        ))}
      </ol>
    )
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label={t('rules.table')}>
      <table>
        <thead>
          <tr>
            {block.head.map((cell, i) => (
              <th key={i} scope="col">
                <Spans of={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) => (
                <td key={j}>
                  <Spans of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The text of a page without its title; in a sheet the headings are one level lower. */
export function RulesText({ game, level = 1 }: { game: string; level?: number }) {
  const { value, error } = useLoaded(() => loadPage(game), [game, language])
  if (error) return <Trouble text={error} />
  if (!value) return <Loading />
  return (
    <div class="rules-text" lang={value.language}>
      {value.language !== language ? (
        <p class="note" lang={language}>
          {t('rules.onlyEnglish')}
        </p>
      ) : null}
      {value.page.blocks.map((block, i) => (
        <Piece key={i} block={block} level={level} />
      ))}
    </div>
  )
}

export function RulesScreen({ game }: { game: string }) {
  const general = game === 'general'
  return (
    <main id="main" class="page rules">
      <nav class="rules-list" aria-label={t('rules.all')}>
        <ul>
          <li>
            <Link href="/rules" aria-current={general ? 'page' : undefined}>
              {t('rules.general')}
            </Link>
          </li>
          {cards.map(({ id }) => (
            <li key={id}>
              <Link href={`/rules/${id}`} aria-current={id === game ? 'page' : undefined}>
                {gameName(id)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <article>
        <Heading>{general ? t('rules.general') : gameName(game)}</Heading>
        {general ? null : (
          <p>
            <Link href={`/new/${game}`} class="button go">
              {t('rules.play')}
            </Link>
          </p>
        )}
        <RulesText game={game} level={0} />
      </article>
    </main>
  )
}
