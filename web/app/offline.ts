/* The service worker keeps the page for times without a network, the nets of all games when there is time for them. A
 * new version is taken up when the page is next opened, or at once if the person says so; never in the middle of a game
 * by itself. */
import { whenIdle } from './idle'

let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()

export const updateWaits = () => waiting !== null

export function watchUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function takeUpdate(): void {
  waiting?.postMessage('take over')
}

function noted(worker: ServiceWorker | null): void {
  if (!worker || !navigator.serviceWorker.controller) return
  waiting = worker
  for (const listener of listeners) listener()
}

export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const first = !navigator.serviceWorker.controller
  let reloading = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    /* the first worker takes the page over as it is */
    if (first || reloading) return
    reloading = true
    location.reload()
  })
  const register = async () => {
    await whenIdle(2500) /* what it fetches must not compete with the first view, nor with what a bot needs */
    try {
      const registration = await navigator.serviceWorker.register('/sw.js')
      noted(registration.waiting)
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing
        worker?.addEventListener('statechange', () => worker.state === 'installed' && noted(registration.waiting))
      })
      const { active } = await navigator.serviceWorker.ready
      await whenIdle()
      active?.postMessage('keep the rest')
    } catch {
      /* no offline use here: the page works all the same */
    }
  }
  void register()
}
