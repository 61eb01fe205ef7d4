/* The rules beside the board. */
import type { ComponentType } from 'preact'
import { gameName } from './games'
import { t } from './i18n'
import { Loading, Sheet, Trouble, useLoaded } from './widgets'

export function RulesSheet({ game, onClose }: { game: string; onClose: () => void }) {
  const { value, error } = useLoaded(
    async () => ({ it: (await import('./rules')).RulesText as ComponentType<{ game: string }> }),
    []
  )
  return (
    <Sheet title={gameName(game)} onClose={onClose} wide>
      {error ? <Trouble text={t('loadFailed')} /> : null}
      {value ? <value.it game={game} /> : error ? null : <Loading />}
    </Sheet>
  )
}
