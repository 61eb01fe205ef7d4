/* What a person likes, kept in this browser. */
import { useEffect, useState } from 'preact/hooks'
import type { Language } from './i18n'

export interface Settings {
  language: Language | 'auto'
  mode: 'auto' | 'light' | 'dark'
  theme: 'wood' | 'slate' | 'contrast' | 'safe'
  /** Where the own home is. Left or right decides about the direction of travel, too. */
  home: 'right' | 'left'
  place: 'bottom' | 'top'
  colour: 'light' | 'dark'
  numbering: '1-24' | 'own' | '1-12'
  speed: 'off' | 'fast' | 'normal' | 'slow'
  sound: boolean
  autoRoll: boolean
  autoBearOff: boolean
  forced: boolean
  /** A click on a man plays the first die at once. */
  oneClick: boolean
  pips: boolean
  evaluation: boolean
  /** Single keys (r, u, e, h, d) work on the board. */
  keys: boolean
  level: number
}

const defaults: Settings = {
  language: 'auto',
  mode: 'auto',
  theme: 'wood',
  home: 'right',
  place: 'bottom',
  colour: 'light',
  numbering: 'own',
  speed: 'normal',
  sound: false,
  autoRoll: false,
  autoBearOff: false,
  forced: false,
  oneClick: false,
  pips: true,
  evaluation: false,
  keys: true,
  level: 4,
}

const place = 'pasch.settings'
const listeners = new Set<() => void>()

function read(): Settings {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(place) ?? '{}') }
  } catch {
    return { ...defaults }
  }
}

let current = read()

export function settings(): Settings {
  return current
}

export function change(changes: Partial<Settings>): void {
  current = { ...current, ...changes }
  try {
    localStorage.setItem(place, JSON.stringify(current))
  } catch {
    /* a browser that keeps nothing: the settings hold until the page is closed */
  }
  for (const listener of listeners) listener()
}

export function watchSettings(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSettings(): Settings {
  const [, redraw] = useState(0)
  useEffect(() => watchSettings(() => redraw((n) => n + 1)), [])
  return current
}

addEventListener('storage', (event) => {
  if (event.key !== place) return
  current = read()
  for (const listener of listeners) listener()
})
