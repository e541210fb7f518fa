// Shows push messages, and serves the app while the server is unreachable. The answers of the API are stored elsewhere
// (web/platform/app/indexed-db-answers.ts).

const cacheName = 'tandem-app'
/** All screens are one HTML page, because routing happens in the browser. */
const page = '/'
/**
 * Files of the app whose names contain no hash, so that their content can change. Every start of the app stores their
 * current content for the next start.
 */
const plainFiles = ['/theme.js', '/icon.svg', '/icon-192.png', '/manifest.webmanifest']
const listOfFiles = '/offline-files.json'

self.addEventListener('install', (event) => {
  event.waitUntil(addRoutes(event))
  self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(activate()))

/** Lets the browser answer requests without starting the service worker, in browsers that support this. */
async function addRoutes(event) {
  if (event.addRoutes === undefined) return
  const direct = ['/api/*', '/auth/*', '/live/*', '/documents/*'].map((pathname) => ({
    condition: { urlPattern: new URLPattern({ pathname }) },
    source: 'network',
  }))
  const stored = {
    condition: { urlPattern: new URLPattern({ pathname: '/assets/*' }) },
    source: { cacheName },
  }
  // A browser with another version of this interface uses the fetch event below.
  await event.addRoutes([...direct, stored]).catch(() => {})
}

async function activate() {
  // The browser requests a page while the service worker starts.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
  // The worker does not wait for these downloads, because the browser delays pages until it is active.
  void fetch(page, { cache: 'no-cache' })
    .then(storeNewBuild)
    .catch(() => {})
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && isScreen(pathname)) event.respondWith(openScreen(event))
  else if (pathname.startsWith('/assets/') || plainFiles.includes(pathname))
    event.respondWith(storedFirst(request))
})

/** Returns false for paths that the server answers itself, such as downloads. */
function isScreen(pathname) {
  return !/^\/(api|auth|live|documents|diagrams|healthz)(\/|$)/.test(pathname) && !/\.\w+$/.test(pathname)
}

/**
 * Milliseconds to wait for the current page. Afterwards the stored page is opened, so that a slow network does not delay
 * the first screen.
 */
const pagePatience = 100

/** Opens the current page, or the stored page if the server or the proxy in front of it does not answer quickly. */
async function openScreen(event) {
  const { request, preloadResponse } = event
  const current = Promise.resolve(preloadResponse)
    .then((preloaded) => preloaded ?? fetch(request))
    .catch(() => null)
  event.waitUntil(current.then((response) => response !== null && storeNewBuild(response.clone())))
  const patience = new Promise((resolve) => setTimeout(resolve, pagePatience, null))
  const early = await Promise.race([current, patience])
  if (isPage(early)) return early
  const stored = await caches.match(page, { cacheName })
  if (stored !== undefined) return stored
  return (await current) ?? Response.error()
}

/** Milliseconds to wait before a new build is stored, so that this work does not slow down the first screen. */
const storeDelay = 5000

/**
 * Stores the app again if this page names other files than the stored page. Otherwise, the stored page would open the
 * old build until a tab of the new build stores its files. Does nothing if no app is stored.
 */
async function storeNewBuild(response) {
  const stored = await caches.match(page, { cacheName })
  if (stored === undefined || !response.ok) return
  const [before, now] = (await Promise.all([stored.text(), response.text()])).map(filesOf)
  if (now.length === 0 || now.join() === before.join()) return
  await new Promise((resolve) => setTimeout(resolve, storeDelay))
  await storeLater([])
}

/** Returns the paths of the files that the page names. */
function filesOf(html) {
  return html.match(/\/assets\/[\w.~-]+/g) ?? []
}

/** Returns false if the response is missing, or if it is the error page of a proxy. */
function isPage(response) {
  return response !== null && ![502, 503, 504].includes(response.status)
}

async function storedFirst(request) {
  return (await caches.match(request, { cacheName })) ?? fetch(request)
}

let storing = Promise.resolve()

self.addEventListener('message', (event) => {
  const { store } = event.data ?? {}
  if (Array.isArray(store)) event.waitUntil(storeLater(store))
})

/** Stores the app after the previous call has finished, because tabs can be opened at the same time. */
function storeLater(used) {
  storing = storing.then(() => storeApp(used)).catch(() => {})
  return storing
}

/** The number of files to load at the same time, so that screens do not wait for them. */
const filesAtOnce = 6

/**
 * Stores the files of the current build and `used`, the files that the tab has loaded. The page is stored last, so that it
 * never names a file that is missing. Files of the build before stay for tabs that still run it.
 */
async function storeApp(used) {
  const cache = await caches.open(cacheName)
  const [list, html] = await Promise.all(
    [listOfFiles, page].map((path) => fetch(path, { cache: 'no-cache' })),
  )
  if (!list.ok || !html.ok) return
  const current = new Set([...(await list.clone().json()), ...used])
  // The server was updated between the two requests, so the next tab stores the files.
  const named = filesOf(await html.clone().text())
  if (named.some((file) => !current.has(file))) return
  const before = await cache.match(listOfFiles)
  const needed = new Set([...current, ...(before === undefined ? [] : await before.json())])
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = [...current].filter((file) => !stored.has(file))
  while (missing.length > 0) await Promise.all(missing.splice(0, filesAtOnce).map((file) => cache.add(file)))
  for (const file of plainFiles) await cache.add(new Request(file, { cache: 'no-cache' }))
  await cache.put(page, html)
  await cache.put(listOfFiles, list)
  for (const file of stored) if (file.startsWith('/assets/') && !needed.has(file)) await cache.delete(file)
}

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json()
  const options = { body, tag, renotify: true, data: { path }, icon: '/icon-192.png', badge: '/icon-192.png' }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

/** Opens the path in an existing tab without a reload, so that unsaved text is not lost. Without a tab, it opens a new one. */
async function open(path) {
  const [tab] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (tab === undefined) return self.clients.openWindow(path)
  tab.postMessage({ push: path })
  return tab.focus()
}
