import { atom } from 'jotai'
import { io, type Socket } from 'socket.io-client'
import type { ChangesMessage, Presence, SubscribeAnswer, SubscribeRequest } from '#common/changes.ts'
import { liveProtocol, type PresenceChanges } from '#common/live.ts'
import { applyChange } from './apply-change.ts'
import { request } from './http.ts'
import { store } from './store.ts'

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'offline'

/** Said in words wherever it matters: what is on the screen may be old unless it is live. */
export const connectionAtom = atom<Connection>('connecting')

interface Followed {
  slug: string
  id: string | null
  version: number
  /** Loads everything anew: too much was missed, or what the person may see has changed. */
  reload: () => void
}

/** Milliseconds to wait for an answer. */
const answerWithin = 15_000
/** Milliseconds after which a server that could not answer is asked again. */
const againAfter = 3000

let socket: Socket | null = null
let followed: Followed | null = null
let subscribing: Promise<void> | null = null

/**
 * Follows the changes of a workspace. Resolves when they are heard, so that whatever is read afterwards misses nothing.
 * After a break the missed changes are asked for by version.
 */
export async function follow(slug: string, reload: () => void): Promise<void> {
  if (followed !== null && followed.slug !== slug) {
    connect().emit('unsubscribe', { workspace: followed.id })
    for (const one of waiting.splice(0)) one.resolve()
  }
  followed = { slug, id: null, version: -1, reload }
  await subscribe()
}

/** Asks for the changes after the version that something was read at, when more has been heard of since. */
export async function catchUpFrom(version: number): Promise<void> {
  if (followed === null) return
  const isSubscribed = followed.version >= 0
  if (isSubscribed && followed.version <= version) return
  followed.version = version
  if (isSubscribed) await subscribe()
}

export function liveSocket(): Socket {
  return connect()
}

function connect(): Socket {
  if (socket !== null) return socket
  socket = io({
    path: '/live',
    auth: { protocol: liveProtocol },
    transports: ['websocket'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 5000,
  })
  socket.on('connect', () => void subscribe())
  socket.on('disconnect', (reason) => {
    subscribing = null
    store.set(connectionAtom, navigator.onLine ? 'reconnecting' : 'offline')
    // The server ended it, as it does with the sockets of an ended session: coming back shows whether that is over.
    if (reason === 'io server disconnect') socket?.connect()
  })
  socket.on('connect_error', () => {
    store.set(connectionAtom, navigator.onLine ? 'reconnecting' : 'offline')
    void askWhetherSignedIn()
    // After a refusal the library does not try again; this one may have been for a moment.
    if (socket?.active === false) setTimeout(() => socket?.connect(), againAfter)
  })
  socket.on('changes', hear)
  socket.on('reach', (workspaceId: string) => {
    if (followed?.id === workspaceId) void readAnew(followed)
  })
  socket.on('presence', (place: string, people: Presence[]) => tellPresence(place, () => people))
  socket.on('presence_changes', (place: string, { changed, left }: PresenceChanges) => {
    const gone = new Set([...left, ...changed.map((person) => person.client_id)])
    tellPresence(place, (before) => [...before.filter((person) => !gone.has(person.client_id)), ...changed])
  })
  window.addEventListener('offline', () => store.set(connectionAtom, 'offline'))
  window.addEventListener('online', () => {
    socket?.disconnect().connect()
  })
  return socket
}

let asking = false

/** A browser is not told why a socket was refused. When it is because the session is over, the call's refusal leads to sign-in, with the way back. */
async function askWhetherSignedIn(): Promise<void> {
  if (asking) return
  asking = true
  await request('getMe', {}).catch(() => {})
  asking = false
}

type PresenceListener = (place: string, next: (before: Presence[]) => Presence[]) => void
const presenceListeners = new Set<PresenceListener>()

function tellPresence(place: string, next: (before: Presence[]) => Presence[]): void {
  for (const listener of presenceListeners) listener(place, next)
}

export function onPresence(listener: PresenceListener): () => void {
  presenceListeners.add(listener)
  return () => void presenceListeners.delete(listener)
}

function hear(message: ChangesMessage): void {
  if (followed === null || followed.id !== message.workspace) return
  // Something between was missed, for example while the machine slept: ask for it rather than guess.
  if (message.from > followed.version) return void subscribe()
  for (const change of message.changes) if (change.version > followed.version) applyChange(change)
  reach(followed, message.to)
}

interface Waiting {
  version: number
  resolve: () => void
}

let waiting: Waiting[] = []

/** Resolves when every change up to a version of the followed workspace has been heard. */
export function heard(version: number): Promise<void> {
  if (followed === null || followed.version >= version) return Promise.resolve()
  return new Promise((resolve) => waiting.push({ version, resolve }))
}

function reach(target: Followed, version: number): void {
  target.version = Math.max(target.version, version)
  const isOver = (one: Waiting) => one.version <= target.version
  for (const one of waiting.filter(isOver)) one.resolve()
  waiting = waiting.filter((one) => !isOver(one))
}

/** One at a time; a second call waits for the first and is answered by it. */
function subscribe(): Promise<void> {
  if (followed === null) return Promise.resolve()
  const asking = subscribing ?? ask(followed)
  subscribing = asking
  return asking.finally(() => {
    if (subscribing === asking) subscribing = null
  })
}

/** Somebody who was removed and is back already is not subscribed any more: what was heard so far counts for nothing. */
async function readAnew(target: Followed): Promise<void> {
  target.version = -1
  await subscribe()
  if (followed === target) target.reload()
}

/** Refusals that say nothing about what was asked. */
const passing = new Set(['internal', 'unavailable', 'rate_limited'])

async function ask(target: Followed): Promise<void> {
  const since = target.version < 0 ? undefined : target.version
  const request: SubscribeRequest = { workspace: target.slug, ...(since !== undefined && { since }) }
  const answer = await answerTo(request)
  if (followed !== target) return subscribeAgain()
  if (answer === null || (!answer.ok && passing.has(answer.code))) return askLater(target)
  if (!answer.ok) {
    if (since !== undefined) target.reload()
    return
  }
  target.id = answer.workspace_id
  if ('reload' in answer) {
    reach(target, answer.version)
    target.reload()
  } else {
    // Read meanwhile at an older version: what lies between is missing from an answer that was asked without it.
    if (since === undefined && target.version >= 0 && target.version < answer.version) return ask(target)
    for (const change of answer.changes) if (change.version > target.version) applyChange(change)
    reach(target, answer.version)
  }
  store.set(connectionAtom, 'live')
}

/** The next connection asks by itself; one that lasts is asked again here. */
function askLater(target: Followed): void {
  store.set(connectionAtom, navigator.onLine ? 'reconnecting' : 'offline')
  setTimeout(() => {
    if (followed === target && socket?.connected) void subscribe()
  }, againAfter)
}

/** Null when the connection broke or the server was silent. */
async function answerTo(request: SubscribeRequest): Promise<SubscribeAnswer | null> {
  try {
    return await connect().timeout(answerWithin).emitWithAck('subscribe', request)
  } catch {
    return null
  }
}

/** The person went to another workspace while the answer was on its way. */
function subscribeAgain(): Promise<void> {
  return followed === null ? Promise.resolve() : ask(followed)
}
