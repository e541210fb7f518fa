import { isDataSaverOn } from '../ui/use-preload.ts'

/** Path of the script that shows push messages and serves the app while the server is unreachable. */
export const serviceWorkerPath = '/service-worker.js'

/**
 * Milliseconds between the start of the client and storing the app. The delay prevents the work from slowing down the
 * first screen.
 */
const startDelay = 5000

/**
 * Stores the app in this browser, so that it also opens without a network. Does nothing during development, if
 * the user wants to save data, and in browsers that do not allow service workers.
 */
export function storeAppForOfflineUse(): void {
  if (!import.meta.env.PROD || isDataSaverOn() || !('serviceWorker' in navigator)) return
  setTimeout(() => void storeApp().catch(() => {}), startDelay)
}

async function storeApp(): Promise<void> {
  await navigator.serviceWorker.register(serviceWorkerPath)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ store: loadedFiles() })
}

/** Returns the paths of the files of the app that this tab has loaded. */
function loadedFiles(): string[] {
  const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  return urls
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
}
