import { request } from '../../../platform/app/sync.ts'
import { RequestError } from '../../../platform/sync/http.ts'

/** What becomes of it when one asks to be told in this browser. */
export type Told = 'on' | 'unsupported' | 'blocked' | 'unreachable'

const worker = '/push-worker.js'

export function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** The subscription of this browser; null while nobody is told here. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!isPushSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration(worker)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Asks the person, then the browser's push service. Throws `RequestError` when our server refuses. */
export async function beTold(): Promise<Told> {
  if (!isPushSupported()) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  const { key } = await request('getPushKey', {})
  try {
    await navigator.serviceWorker.register(worker)
    const { pushManager } = await navigator.serviceWorker.ready
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    await addDevice(made)
    return 'on'
  } catch (error) {
    if (error instanceof RequestError) throw error
    // The push service of the browser's maker did not answer, or the browser has none.
    return 'unreachable'
  }
}

export async function beToldNoMore(): Promise<void> {
  await (await ownSubscription())?.unsubscribe()
}

/** After one has signed in anew, this browser is told under the new session. */
export async function renewDevice(): Promise<void> {
  try {
    const subscription = await ownSubscription()
    if (subscription !== null && Notification.permission === 'granted') await addDevice(subscription)
  } catch {
    // The next start asks again.
  }
}

async function addDevice(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  await request('addPushDevice', { body: { endpoint, keys: { p256dh, auth } } })
}

/** Where a message leads that was pressed; answers how to stop. */
export function onPressed(go: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {}
  const heard = ({ data }: MessageEvent) => {
    if (typeof data?.push === 'string') go(data.push)
  }
  navigator.serviceWorker.addEventListener('message', heard)
  // What comes before anybody listens waits until this.
  navigator.serviceWorker.startMessages()
  return () => navigator.serviceWorker.removeEventListener('message', heard)
}
