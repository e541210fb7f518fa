// Shows push messages as notifications and opens their target on a click. It caches nothing and intercepts no requests.

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

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
