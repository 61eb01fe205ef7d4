/* Giving up: with how many points. */
import { useState } from 'preact/hooks'
import type { Side } from '../core/types'
import { t, tMaybe } from './i18n'
import type { Session } from './table'
import { Choice, Sheet } from './widgets'

export function ResignSheet({
  session,
  onResign,
  onClose,
}: {
  session: Session
  onResign: (points: number, side: Side) => void
  onClose: () => void
}) {
  const { state, kept, info } = session
  const side: Side = kept.mine === 'both' || kept.mine === null ? (state.actor ?? state.turn) : kept.mine
  const most = state.resignMost[side]
  const named = info.score === 'triple' || info.score === 'double'
  const [points, set] = useState(1)
  return (
    <Sheet title={t('resign.title')} onClose={onClose}>
      {most < 1 ? (
        <p>{t('resign.not')}</p>
      ) : (
        <div class="fields">
          {named ? (
            <Choice
              label={t('resign.points')}
              name="resign"
              value={points}
              of={[1, 2, 3].filter((n) => n <= most).map((value) => ({ value, label: tMaybe(`resign.${value}`) }))}
              onChange={set}
            />
          ) : (
            <label class="number">
              <span>{t('resign.points')}</span>
              <input
                type="number"
                min={1}
                max={most}
                value={points}
                onChange={(event) =>
                  set(Math.min(most, Math.max(1, Math.round(Number(event.currentTarget.value)) || 1)))
                }
              />
            </label>
          )}
          <p class="note">{t('resign.note')}</p>
          <div class="row">
            <button type="button" class="go" onClick={() => onResign(points, side)}>
              {t('resign.do')}
            </button>
            <button type="button" onClick={onClose}>
              {t('resign.dont')}
            </button>
          </div>
        </div>
      )}
    </Sheet>
  )
}
