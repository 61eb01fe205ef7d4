/* Addresses of the page. Each is a path that the server answers with the page itself. */
import type { AnchorHTMLAttributes } from 'preact'
import { useEffect, useState } from 'preact/hooks'

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'play'; id: string }
  | { page: 'linked'; id: string; token: string }
  | { page: 'seek'; game: string }
  | { page: 'rules'; game: string }
  | { page: 'games' }
  | { page: 'review'; id: string }
  | { page: 'dice'; id: string }
  | { page: 'lost' }

export function readRoute(place: { pathname: string; hash: string }): Route {
  const [page = '', rest = ''] = place.pathname.split('/').slice(1)
  const id = safeDecode(rest)
  switch (page) {
    case '':
    case 'index.html':
      return { page: 'home' }
    case 'new':
      return id ? { page: 'new', game: id } : { page: 'home' }
    case 'play':
      return { page: 'play', id }
    case 'g':
      return { page: 'linked', id, token: place.hash.slice(1) }
    case 'seek':
      return { page: 'seek', game: id }
    case 'rules':
      return { page: 'rules', game: id || 'general' }
    case 'games':
      return { page: 'games' }
    case 'review':
      return { page: 'review', id }
    case 'dice':
      return { page: 'dice', id }
    default:
      return { page: 'lost' }
  }
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

const listeners = new Set<() => void>()
const moved = () => listeners.forEach((listener) => listener())

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  moved()
}

addEventListener('popstate', moved)

export function useRoute(): { route: Route; key: string } {
  const [, redraw] = useState(0)
  useEffect(() => {
    const listener = () => redraw((n) => n + 1)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  return { route: readRoute(location), key: location.pathname }
}

/** An address inside the page: opens without loading, unless the person wants a new tab. */
export function Link({ href, ...rest }: AnchorHTMLAttributes & { href: string }) {
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    go(href)
  }
  return <a href={href} onClick={onClick} {...rest} />
}
