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

function listen(event: 'online' | 'offline' | 'pagehide', listener: () => void): void {
  if (typeof window !== 'undefined') window.addEventListener(event, listener)
}
