import { serviceWorkerPath } from '../../../platform/app/service-worker.ts'
import { request } from '../../../platform/app/sync.ts'
import { RequestError } from '../../../platform/sync/http.ts'

/** Result of enabling push messages in this browser. */
export type EnablePushResult = 'on' | 'unsupported' | 'blocked' | 'unreachable'

export function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Returns the push subscription of this browser, or null. */
export async function getPushSubscription(): Promise<PushSubscription | null> {
  if (!isPushSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration(serviceWorkerPath)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/**
 * Asks the user for permission and subscribes at the push service. Throws `RequestError` if a request to Tandem's
 * server fails.
 */
export async function enablePush(): Promise<EnablePushResult> {
  if (!isPushSupported()) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  const { key } = await request('getPushKey', {})
  try {
    await navigator.serviceWorker.register(serviceWorkerPath)
    const { pushManager } = await navigator.serviceWorker.ready
    const created = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    await addDevice(created)
    return 'on'
  } catch (error) {
    if (error instanceof RequestError) throw error
    // The push service did not answer, or the browser has no push service.
    return 'unreachable'
  }
}

export async function disablePush(): Promise<void> {
  await (await getPushSubscription())?.unsubscribe()
}

/** Registers this browser for the new session after a sign-in. */
export async function reregisterPushDevice(): Promise<void> {
  try {
    const subscription = await getPushSubscription()
    if (subscription !== null && Notification.permission === 'granted') await addDevice(subscription)
  } catch {
    // The error is ignored, because the next start of the app registers this browser again.
  }
}

async function addDevice(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  await request('addPushDevice', { body: { endpoint, keys: { p256dh, auth } } })
}

/**
 * Calls `go` with the path of each push message that the user clicks. Returns a function that removes the listener.
 */
export function onPushMessageClick(go: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {}
  const onMessage = ({ data }: MessageEvent) => {
    if (typeof data?.push === 'string') go(data.push)
  }
  navigator.serviceWorker.addEventListener('message', onMessage)
  // Delivers messages that the service worker sent before the listener was added.
  navigator.serviceWorker.startMessages()
  return () => navigator.serviceWorker.removeEventListener('message', onMessage)
}
