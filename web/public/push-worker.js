// Shows what the server sends to this browser, and leads to it. It keeps no page and answers no request.

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

/** In a tab that is there, so that nothing which one is writing elsewhere is lost; in a new one when there is none. */
async function open(path) {
  const [tab] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (tab === undefined) return self.clients.openWindow(path)
  tab.postMessage({ push: path })
  return tab.focus()
}
