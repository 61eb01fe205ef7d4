/* What has been played, turn by turn. */
import { useEffect, useRef } from 'preact/hooks'
import type { Row } from './history'
import { t } from './i18n'
import { lightSide, playerName } from './names'
import { about } from './status'
import type { Kept } from './store'
import type { Session } from './table'

export function rowText(kept: Kept, row: Row): string {
  switch (row.kind) {
    case 'play':
      return row.stages.map((stage) => stage || t('row.nothing')).join(' · ')
    case 'win':
      return about(kept, row.side, 'row.win', { n: row.value })
    case 'draw':
      return t('row.draw')
    case 'double':
    case 'beaver':
      return t(`row.${row.kind}`, { value: row.value })
    case 'resign':
      return t('row.resign', { n: row.value })
    default:
      return t(`row.${row.kind}`)
  }
}

function RowLine({ kept, row, first }: { kept: Kept; row: Row; first: boolean }) {
  const light = lightSide(kept) === row.side
  return (
    <>
      <span class="turn">{first && row.kind === 'play' ? row.turn : ''}</span>
      <span class={light ? 'pip light' : 'pip'} role="img" aria-label={playerName(kept, row.side)} />
      <span class="dice">{row.dice ? (row.named ? t('row.named', { dice: row.dice }) : row.dice) : ''}</span>
      <span class="did">{row.open && !row.stages.length ? '…' : rowText(kept, row)}</span>
    </>
  )
}

const opensTurn = (rows: readonly Row[], i: number) =>
  i === 0 || rows[i - 1]!.turn !== rows[i]!.turn || rows[i - 1]!.game !== rows[i]!.game

export function MoveList({ session, at, onPick }: { session: Session; at?: number; onPick?: (row: Row) => void }) {
  return (
    <Rows
      kept={session.kept}
      rows={session.history.rows}
      {...(at !== undefined ? { at } : {})}
      {...(onPick ? { onPick } : {})}
    />
  )
}

export function Rows({
  kept,
  rows,
  at,
  onPick,
}: {
  kept: Kept
  rows: readonly Row[]
  /** The event up to which the board shows the game. */
  at?: number
  onPick?: (row: Row) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const current = at === undefined ? rows.length - 1 : rows.findIndex((row) => at <= row.to)
  useEffect(() => {
    const list = box.current
    const row =
      list?.querySelector<HTMLElement>('[aria-current]') ??
      (at === undefined ? list?.querySelector<HTMLElement>('li:last-child') : null)
    if (list && row) list.scrollTop = row.offsetTop - list.clientHeight / 2
  }, [rows.length, current])
  const several = rows.some((row) => row.game > 1)
  return (
    <div class="card moves" ref={box} tabIndex={0} role="region" aria-label={t('play.moves')}>
      {rows.length ? null : <p class="note">{t('play.noMoves')}</p>}
      <ol>
        {rows.map((row, i) => (
          <li
            key={row.from + row.kind}
            class={`row-${row.kind}`}
            aria-current={at !== undefined && i === current ? 'step' : undefined}
          >
            {several && (i === 0 || rows[i - 1]!.game !== row.game) ? (
              <h3>{t('row.game', { number: row.game })}</h3>
            ) : null}
            {onPick ? (
              <button type="button" class="line" onClick={() => onPick(row)}>
                <RowLine kept={kept} row={row} first={opensTurn(rows, i)} />
              </button>
            ) : (
              <div class="line">
                <RowLine kept={kept} row={row} first={opensTurn(rows, i)} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
