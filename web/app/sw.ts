/* Service worker: keeps all files of this version of the page, so that it works without a network after the first
 * visit. PASCH_FILES and PASCH_VERSION are put in when the page is built. */
export {}

declare const self: ServiceWorkerGlobalScope & typeof globalThis
declare const PASCH_FILES: string[]
declare const PASCH_VERSION: string

const cacheName = `pasch-${PASCH_VERSION}`
const shell = '/index.html'

/* Files with a hash in their name and nets do not change: what an older version has kept need not be fetched again. The
 * others are asked for past the browser's own cache. */
async function fill(): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all(
    PASCH_FILES.map(async (path) => {
      if (await cache.match(path)) return
      const response = await fetch(new Request(path, { cache: 'no-cache' }))
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      await cache.put(path, response)
    })
  )
}

async function dropOld(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('pasch-') && name !== cacheName) await caches.delete(name)
}

self.addEventListener('install', (event) => event.waitUntil(fill()))

self.addEventListener('activate', (event) => event.waitUntil(dropOld().then(() => self.clients.claim())))

self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting()
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
