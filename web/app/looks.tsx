/* Language and looks, in the header and among the options. */
import type { Language } from './i18n'
import { language, languages, t } from './i18n'
import { change, useSettings } from './settings'
import { Select } from './widgets'

/** What the browser wants holds until something is chosen. */
export function LanguageSelect({ hidden = false }: { hidden?: boolean }) {
  useSettings()
  const of = Object.entries(languages).map(([value, label]) => ({ value: value as Language, label }))
  return (
    <Select
      label={t('language')}
      hidden={hidden}
      value={language}
      of={of}
      onChange={(value) => change({ language: value })}
    />
  )
}

export function LookSelects({ hidden = false }: { hidden?: boolean }) {
  const { mode, theme } = useSettings()
  return (
    <>
      <Select
        label={t('theme')}
        hidden={hidden}
        value={theme}
        of={(['wood', 'slate', 'contrast', 'safe'] as const).map((value) => ({ value, label: t(`theme.${value}`) }))}
        onChange={(value) => change({ theme: value })}
      />
      <Select
        label={t('mode')}
        hidden={hidden}
        value={mode}
        of={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(`mode.${value}`) }))}
        onChange={(value) => change({ mode: value })}
      />
    </>
  )
}
