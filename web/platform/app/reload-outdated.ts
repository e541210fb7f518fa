/** Name of the cache in which `web/public/service-worker.js` stores the app. */
const appCache = 'tandem-app'
/** Session storage key of the protocol version for which this tab was reloaded. */
const reloadedKey = 'reloaded-for-protocol'

/**
 * Reloads this tab, because the server no longer supports its build. Deletes the stored page first, so that the service
 * worker does not open the same build again. If the tab was already reloaded for this version of the protocol, does
 * nothing.
 */
export async function reloadOutdatedApp(protocol: number): Promise<void> {
  try {
    if (sessionStorage.getItem(reloadedKey) === String(protocol)) return
    sessionStorage.setItem(reloadedKey, String(protocol))
  } catch {
    // Without session storage, the tab would reload again and again.
    return
  }
  try {
    await (await caches.open(appCache)).delete('/')
  } catch {
    // Without a cache, the browser loads the page from the server.
  }
  location.reload()
}
