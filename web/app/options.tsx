/* Options during play: how the board looks and what goes by itself. */
import { LanguageSelect, LookSelects } from './looks'
import { t } from './i18n'
import { change, useSettings } from './settings'
import type { Session } from './table'
import { Choice, Select, Sheet, Switch } from './widgets'

export function OptionsSheet({ session, mayAsk, onClose }: { session: Session; mayAsk: boolean; onClose: () => void }) {
  const s = useSettings()
  const { kept } = session
  return (
    <Sheet title={t('options')} onClose={onClose}>
      <div class="fields">
        <h3>{t('options.help')}</h3>
        <Switch
          label={t('options.autoRoll')}
          note={t('options.autoRoll.note')}
          value={s.autoRoll}
          onChange={(autoRoll) => change({ autoRoll })}
        />
        <Switch
          label={t('options.forced')}
          note={t('options.forced.note')}
          value={s.forced}
          onChange={(forced) => change({ forced })}
        />
        <Switch
          label={t('options.autoBearOff')}
          note={t('options.autoBearOff.note')}
          value={s.autoBearOff}
          onChange={(autoBearOff) => change({ autoBearOff })}
        />
        <Switch
          label={t('options.oneClick')}
          note={t('options.oneClick.note')}
          value={s.oneClick}
          onChange={(oneClick) => change({ oneClick })}
        />
        <Switch
          label={t('options.evaluation')}
          note={mayAsk ? t('options.evaluation.note') : t('options.evaluation.not')}
          value={s.evaluation}
          disabled={!mayAsk}
          onChange={(evaluation) => change({ evaluation })}
        />
        <Switch label={t('options.pips')} value={s.pips} onChange={(pips) => change({ pips })} />
        <Switch label={t('options.sound')} value={s.sound} onChange={(sound) => change({ sound })} />
        <Switch
          label={t('options.keys')}
          note={t('options.keys.note')}
          value={s.keys}
          onChange={(keys) => change({ keys })}
        />
        <Choice
          label={t('options.speed')}
          name="speed"
          value={s.speed}
          of={(['off', 'fast', 'normal', 'slow'] as const).map((value) => ({
            value,
            label: t(`options.speed.${value}`),
          }))}
          onChange={(speed) => change({ speed })}
        />
        <h3>{t('options.board')}</h3>
        <Choice
          label={t('options.home')}
          name="home"
          value={`${s.place}-${s.home}`}
          of={(['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const).map((value) => ({
            value,
            label: t(`options.home.${value}`),
          }))}
          onChange={(value) => {
            const [place, home] = value.split('-') as ['bottom' | 'top', 'right' | 'left']
            change({ place, home })
          }}
          note={t('options.home.note')}
        />
        {kept.mine !== 'both' && kept.mine !== null ? (
          <Choice
            label={t('options.colour')}
            name="colour"
            value={s.colour}
            of={(['light', 'dark'] as const).map((value) => ({ value, label: t(`options.colour.${value}`) }))}
            onChange={(colour) => change({ colour })}
          />
        ) : null}
        <Select
          label={t('options.numbering')}
          value={s.numbering}
          of={(['own', '1-24', '1-12'] as const).map((value) => ({ value, label: t(`options.numbering.${value}`) }))}
          onChange={(numbering) => change({ numbering })}
        />
        <LookSelects />
        <LanguageSelect />
      </div>
    </Sheet>
  )
}
