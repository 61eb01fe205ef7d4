/* The page starts here. */
import { render } from 'preact'
import './app.css'
import { App } from './app'
import { preferredLanguage, useLanguage } from './i18n'
import { registerServiceWorker } from './offline'
import { theCore } from './parts'
import { settings, watchSettings } from './settings'

const dark = matchMedia('(prefers-color-scheme: dark)')

function dress(): void {
  const { mode, theme } = settings()
  const root = document.documentElement
  root.dataset.mode = mode === 'auto' ? (dark.matches ? 'dark' : 'light') : mode
  root.dataset.theme = theme
  const colour = getComputedStyle(root).getPropertyValue('--page').trim()
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', colour)
}

async function speak(): Promise<void> {
  const { language } = settings()
  await useLanguage(language === 'auto' ? preferredLanguage() : language)
}

let spoken = settings().language

async function start(): Promise<void> {
  dress()
  dark.addEventListener('change', dress)
  theCore().catch(() => undefined)
  await speak()
  const root = document.getElementById('app')!
  const draw = () => render(<App />, root)
  root.textContent = ''
  draw()
  watchSettings(() => {
    dress()
    if (settings().language === spoken) return
    spoken = settings().language
    void speak().then(draw)
  })
  registerServiceWorker()
}

void start()
