/* Words of the page. A catalogue is flat: key -> text with {names} in it. Texts that depend on a number have a key for
 * each plural form, "points#one", "points#other"; the variable n chooses. Nothing is put together from pieces. */
import type { words as de } from './words.de'
import type { words as en } from './words.en'

type Base<K> = K extends `${infer B}#${string}` ? B : K
export type Key = Base<keyof typeof en>
export type Vars = Record<string, string | number>

/* Other languages have the keys of English, no more and no less: one of these two lines fails to compile otherwise. */
type Same<T extends never> = T
export type Missing = Same<Exclude<keyof typeof en, keyof typeof de>>
export type Surplus = Same<Exclude<keyof typeof de, keyof typeof en>>

export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

type Catalogue = Record<string, string>
const loaders: Record<Language, () => Promise<{ words: Catalogue }>> = {
  en: () => import('./words.en'),
  de: () => import('./words.de'),
}

let catalogue: Catalogue = {}
let plural = new Intl.PluralRules('en')
export let language: Language = 'en'

export function preferredLanguage(): Language {
  for (const wanted of navigator.languages ?? []) {
    const short = wanted.slice(0, 2)
    if (short in languages) return short as Language
  }
  return 'en'
}

export async function useLanguage(wanted: Language): Promise<void> {
  catalogue = (await loaders[wanted]()).words
  plural = new Intl.PluralRules(wanted)
  language = wanted
  document.documentElement.lang = wanted
}

function find(key: string, vars?: Vars): string {
  const form = vars && typeof vars.n === 'number' ? `${key}#${plural.select(vars.n)}` : ''
  return catalogue[form] ?? catalogue[key] ?? catalogue[`${key}#other`] ?? key
}

/** The text of a key whose name is made at run time, as in `length.${n}`; '' if there is none. */
export function tMaybe(key: string, vars?: Vars): string {
  return has(key) ? fill(find(key, vars), vars) : ''
}

export function has(key: string): boolean {
  return key in catalogue || `${key}#other` in catalogue
}

function fill(text: string, vars?: Vars): string {
  return vars ? text.replace(/\{(\w+)\}/g, (all, name: string) => shown(vars[name]) ?? all) : text
}

function shown(value: string | number | undefined): string | undefined {
  return typeof value === 'number' ? number(value) : value
}

export function t(key: Key, vars?: Vars): string {
  return fill(find(key, vars), vars)
}

/* Formatting by the language. */

export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits || 3,
  }).format(value)
}

export function signed(value: number, digits = 3): string {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'exceptZero',
  }).format(value)
}

export function percent(value: number, digits = 0): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(value)
}

export function dateTime(time: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(time)
}

export function list(items: string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(items)
}
