/* Service worker: keeps all files of this version of the page, so that it works without a network after the first
 * visit. PASCH_FILES and PASCH_VERSION are put in when the page is built. */
export {}

declare const self: ServiceWorkerGlobalScope & typeof globalThis
declare const PASCH_FILES: string[]
declare const PASCH_VERSION: string

const cacheName = `pasch-${PASCH_VERSION}`
const shell = '/index.html'

/* The nets of the other games, most of all the bytes, come when the page has nothing else to do. */
const isLater = (path: string) => path.startsWith('/nets/') && !path.startsWith('/nets/standard-')
const rest = PASCH_FILES.filter(isLater)
const first = PASCH_FILES.filter((path) => !isLater(path))

/* Asked for past the browser's own cache, which says whether they have changed. */
async function keep(path: string): Promise<void> {
  const cache = await caches.open(cacheName)
  if (await cache.match(path)) return
  const response = await fetch(new Request(path, { cache: 'no-cache' }))
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  await cache.put(path, response)
}

const keepFirst = () => Promise.all(first.map(keep))

/* One after the other. What is missing when the network goes is asked for at the next visit. */
async function keepRest(): Promise<void> {
  for (const path of rest) await keep(path)
}

async function dropOld(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('pasch-') && name !== cacheName) await caches.delete(name)
}

self.addEventListener('install', (event) => event.waitUntil(keepFirst()))

self.addEventListener('activate', (event) => event.waitUntil(dropOld().then(() => self.clients.claim())))

self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting()
  if (event.data === 'keep the rest') event.waitUntil(keepRest().catch(() => undefined))
})

async function answer(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(path)
  return kept ?? fetch(request)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (/^\/(api|healthz|metrics)\b/.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(answer(request, shell))
  else if (PASCH_FILES.includes(pathname)) event.respondWith(answer(request, pathname))
})
