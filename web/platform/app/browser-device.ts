import type { Device } from '../sync/device.ts'

/** Connects `Device` to the browser. Listeners are ignored outside a browser, as in tests. */
export const browserDevice: Device = {
  isOnline: () => navigator.onLine !== false,
  onOnline(listener) {
    listen('online', () => listener(true))
    listen('offline', () => listener(false))
  },
  onLeave: (listener) => listen('pagehide', listener),
}

/**
 * Registers a listener that is called when the page is hidden or ends. Phones can end a hidden page without another
 * event.
 */
export function onHide(listener: () => void): void {
  if (typeof window === 'undefined') return
  window.addEventListener('pagehide', listener)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') listener()
  })
}

function listen(event: 'online' | 'offline' | 'pagehide', listener: () => void): void {
  if (typeof window !== 'undefined') window.addEventListener(event, listener)
}
