/* The frame around all screens: header, the screen that the address asks for, what is said to screen readers. */
import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { LiveRegions } from './announce'
import { Home } from './home'
import { t } from './i18n'
import { LanguageSelect, LookSelects } from './looks'
import { takeUpdate, updateWaits, watchUpdate } from './offline'
import { PlayPage } from './playpage'
import type { Route } from './router'
import { Link, useRoute } from './router'
import { SetupPage } from './setup'
import { Heading, headingTakesFocus, Icon, Loading, Sheet, Trouble, useLoaded } from './widgets'

/* Screens that are not needed at first come in files of their own. */
const lazy = {
  rules: () => import('./rules').then((m) => m.RulesScreen as ComponentType<never>),
  games: () => import('./mygames').then((m) => m.MyGames as ComponentType<never>),
  review: () => import('./review').then((m) => m.ReviewPage as ComponentType<never>),
  dice: () => import('./dicecheck').then((m) => m.DicePage as ComponentType<never>),
  linked: () => import('./linked').then((m) => m.LinkedPage as ComponentType<never>),
  seek: () => import('./linked').then((m) => m.SeekPage as ComponentType<never>),
}

function Lazy({ page, props }: { page: keyof typeof lazy; props: object }) {
  const { value: Screen, error } = useLoaded(async () => ({ it: await lazy[page]() }), [page])
  if (error) return <Trouble text={t('loadFailed')} />
  if (!Screen) return <Loading />
  const It = Screen.it as ComponentType<object>
  return <It {...props} />
}

function Screen({ route }: { route: Route }) {
  switch (route.page) {
    case 'home':
      return <Home />
    case 'new':
      return <SetupPage game={route.game} />
    case 'play':
      return <PlayPage id={route.id} />
    case 'lost':
      return (
        <main id="main" class="page">
          <Heading>{t('lost.title')}</Heading>
          <p>
            <Link href="/">{t('lost.home')}</Link>
          </p>
        </main>
      )
    default:
      return <Lazy page={route.page} props={route} />
  }
}

const places = [
  { href: '/', label: 'nav.play' },
  { href: '/games', label: 'nav.games' },
  { href: '/rules', label: 'nav.rules' },
  { href: '/dice', label: 'nav.dice' },
] as const

function Places() {
  const here = location.pathname
  const current = (href: string) => (href === '/' ? here === '/' : here.startsWith(href)) || undefined
  return (
    <ul class="places">
      {places.map(({ href, label }) => (
        <li key={href}>
          <Link href={href} aria-current={current(href) ? 'page' : undefined}>
            {t(label)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Header() {
  const [menu, open] = useState(false)
  const path = location.pathname
  useEffect(() => open(false), [path])
  return (
    <header class="top">
      <Link href="/" class="brand" aria-label={t('brand.home')}>
        <img src="/icon.svg" alt="" width="28" height="28" />
        Pasch
      </Link>
      <nav class="wide-only" aria-label={t('nav')}>
        <Places />
      </nav>
      <div class="top-right wide-only">
        <LanguageSelect hidden />
        <LookSelects hidden />
      </div>
      <button
        type="button"
        class="quiet icon narrow-only"
        aria-label={t('menu')}
        aria-haspopup="dialog"
        onClick={() => open(true)}
      >
        <Icon name="menu" />
      </button>
      {menu ? (
        <Sheet title={t('menu')} onClose={() => open(false)}>
          <nav aria-label={t('nav')}>
            <Places />
          </nav>
          <div class="fields">
            <LanguageSelect />
            <LookSelects />
          </div>
        </Sheet>
      ) : null}
    </header>
  )
}

function Update() {
  const [, redraw] = useState(0)
  useEffect(() => watchUpdate(() => redraw((n) => n + 1)), [])
  if (!updateWaits()) return null
  return (
    <div class="update" role="status">
      <span>{t('update.waits')}</span>
      <button type="button" onClick={takeUpdate}>
        {t('update.take')}
      </button>
    </div>
  )
}

export function App() {
  const { route, key } = useRoute()
  const first = useRef(true)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    headingTakesFocus()
    scrollTo(0, 0)
  }, [key])
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        {t('skip')}
      </a>
      <Header />
      <Screen key={key} route={route} />
      <Update />
      <LiveRegions />
    </>
  )
}

function skip(event: MouseEvent): void {
  event.preventDefault()
  const main = document.getElementById('main')
  if (!main) return
  main.tabIndex = -1
  main.focus()
}
