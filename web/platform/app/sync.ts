import { liveProtocolVersion } from '#common/platform/live.ts'
import { createSync } from '../sync/create-sync.ts'
import { browserDevice } from './browser-device.ts'
import { changesUrl, createDeviceAnswers } from './indexed-db-answers.ts'
import { redirectToSignIn } from './sign-in-again.ts'

// Socket.IO starts to load immediately, but does not delay the first paint.
const sockets = () => import('socket.io-client')
void sockets().catch(() => {})

const answers = createDeviceAnswers()

/**
 * The sync instance of this tab. Features import its functions and atoms from this file. Tests create their own
 * instances.
 */
const sync = createSync({
  send: (url, init) => fetch(url, init),
  socket: async () => {
    const { io } = await sockets()
    return io({
      path: '/live',
      auth: (send) => send({ protocol: liveProtocolVersion, user_id: sync.requests.owner() }),
      transports: ['websocket'],
      // The client does not notice a connection that breaks during the handshake, so this timeout is short.
      timeout: 8000,
      reconnectionDelay: 500,
      reconnectionDelayMax: 5000,
    })
  },
  device: browserDevice,
  answers,
  onSignedOut() {
    deleteStoredAnswers()
    redirectToSignIn()
  },
})

export const { store, tables, csrfToken, beforeWipe, wipeLocalDocuments } = sync
export const { forgetUseOfStoredAnswers, hasUsedStoredAnswers, request, requestWithVersion } = sync.requests
export const { forgetWorkspace, readWorkspace } = sync.loading
export const {
  applyChange,
  applyRows,
  changesSince,
  forgetChanges,
  forgetRows,
  onChangeApplied,
  onUnknownRow,
  overlaidIds,
  replaceRows,
  showWorkspace,
} = sync.rows
export const { catchUpFrom, connectionAtom, follow, liveSocket, onPresence } = sync.live
export const { mutate, mutateTogether, onQueued, onRefusal, savingAtom } = sync.mutations
export const { waitingAtom } = sync.mutations.outbox
export const { onDone, onUndone, onUndoRefused } = sync.history
export const { onPartlyUndone, redo, undo } = sync.undo

beforeWipe(answers.close)
// The row was deleted, or the user lost access to it. Answers with the row must not be shown again.
onChangeApplied(({ op, id }) => {
  if (op === 'delete') answers.removeMentions(id)
})

/** Sends the requests of this tab in the name of this user, and opens the answers that are stored for them. */
export function belongTo(userId: string): void {
  sync.requests.belongTo(userId)
  answers.belongTo(userId)
}

/** Deletes the answers of every user of this browser. Call it if nobody is signed in. */
export function deleteStoredAnswers(): void {
  answers.deleteAll()
}

/** Removes all stored answers of a workspace that the user can no longer see. */
export function removeStoredAnswers(slug: string): void {
  answers.remove((url) => isOfWorkspace(url, slug))
}

/**
 * Removes the answers of a workspace that were stored before this time, in milliseconds, because the user may have lost
 * access to their rows since.
 */
export function removeStoredAnswersBefore(slug: string, time: number): void {
  answers.removeStoredBefore(time, (url) => isOfWorkspace(url, slug))
}

/** Milliseconds in which another tab of this browser can report that it shows the same workspace. */
const answerWithin = 500
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('tandem-tabs')
let followedSlug = ''
let hasFollower = false
tabs?.addEventListener('message', ({ data }: MessageEvent<{ asks?: string; follows?: string }>) => {
  if (data.asks !== undefined && data.asks === followedSlug) tabs.postMessage({ follows: followedSlug })
  if (data.follows !== undefined && data.follows === followedSlug) hasFollower = true
})

/**
 * Call this after a workspace was opened at `startedAt`, in milliseconds. Removes the answers of earlier tabs, because nobody
 * has checked since then whether the user may still see them. If another open tab shows the workspace, its answers stay,
 * because that tab receives the changes.
 */
export function removeUncheckedAnswers(slug: string, startedAt: number): void {
  followedSlug = slug
  hasFollower = false
  tabs?.postMessage({ asks: slug })
  setTimeout(() => {
    if (!hasFollower && followedSlug === slug) removeStoredAnswersBefore(slug, startedAt)
  }, answerWithin)
}

function isOfWorkspace(url: string, slug: string): boolean {
  return url.includes(`/workspaces/${slug}/`)
}

/**
 * Maximum number of stored changes. Older changes are not stored, so a stored answer that lacks such a change
 * is shown without it.
 */
const maxStoredChanges = 1000
let storedVersion = 0

/**
 * Stores the changes that this tab has received, because stored answers lack them. Does nothing if no change was received
 * since the last call.
 */
export function storeReceivedChanges(slug: string): void {
  const changes = changesSince(0).slice(-maxStoredChanges)
  const version = changes.at(-1)?.version ?? 0
  if (slug === '' || version === storedVersion) return
  storedVersion = version
  answers.put(changesUrl(slug), { text: JSON.stringify(changes), version })
}

/** Applies the stored changes of a workspace whose rows were read at `version` from stored answers. */
export async function restoreReceivedChanges(slug: string, version: number): Promise<void> {
  const stored = await answers.find(changesUrl(slug))
  if (stored !== null) sync.rows.restoreChanges(JSON.parse(stored.text), version)
}

if (typeof window !== 'undefined') {
  const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  // The listener is registered only while unsent changes exist. Otherwise, browsers would exclude the page from the
  // back-forward cache.
  store.sub(waitingAtom, () => {
    if (store.get(waitingAtom) > 0) window.addEventListener('beforeunload', warnBeforeUnload)
    else window.removeEventListener('beforeunload', warnBeforeUnload)
  })
  // At sign-out, the browser must not ask about unsent changes, because the sign-out dialog has already
  // asked.
  beforeWipe(() => window.removeEventListener('beforeunload', warnBeforeUnload))
}

let openFor: string | null = null

/**
 * Opens the store for the user's unsent changes in this browser. Changes that were stored earlier are shown
 * and sent. If the browser cannot store changes, they exist only in the memory of this tab.
 */
export function openOutbox(userId: string): void {
  if (openFor === userId || typeof indexedDB === 'undefined') return
  openFor = userId
  // Runs after the first screen has been rendered, so that it does not delay the screen.
  setTimeout(() => {
    void import('./indexed-db-outbox.ts')
      .then(async ({ openIndexedDbOutbox }) => {
        const storage = await openIndexedDbOutbox(userId)
        beforeWipe(storage.close)
        await sync.mutations.outbox.open(storage)
      })
      .catch(() => {
        openFor = null
      })
  })
}
