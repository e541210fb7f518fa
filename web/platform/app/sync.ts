import type { Change } from '#common/platform/changes.ts'
import { liveProtocolVersion } from '#common/platform/live.ts'
import { createSync } from '../sync/create-sync.ts'
import { isDocumentCopyOf, removeSentDocuments } from '../sync/local-copies.ts'
import { browserDevice } from './browser-device.ts'
import { createDeviceAnswers } from './indexed-db-answers.ts'
import { reloadOutdatedApp } from './reload-outdated.ts'
import { changesUrl } from './remove-answers.ts'
import { redirectToSignIn } from './sign-in-again.ts'
import { isDeviceDataOn } from './signed-in-user.ts'

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
    answers.deleteOwn()
    void removeSentDocuments().catch(() => undefined)
    redirectToSignIn()
  },
  onUnsupported: () => void reloadOutdatedApp(liveProtocolVersion),
})

export const { store, tables, csrfToken, beforeWipe, wipeLocalDocuments } = sync
export const { forgetUseOfStoredAnswers, hasUsedStoredAnswers, preferStoredAnswers } = sync.requests
export const { request, requestWithVersion, storeAnswer } = sync.requests
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
export const { catchUpFrom, connectionAtom, follow, liveSocket, onPresence, subscriptionsAtom } = sync.live
export const { mutate, mutateTogether, onQueued, onRefusal, savingAtom } = sync.mutations
export const { waitingAtom } = sync.mutations.outbox
export const { beginNewChange, onDone, onUndone, onUndoRefused } = sync.history
export const { onPartlyUndone, redo, undo } = sync.undo

beforeWipe(answers.close)
// The row was deleted, or the user lost access to it. Stored responses must not show the row again.
onChangeApplied(({ op, id }) => {
  if (op === 'delete') answers.removeMentions(id)
})

/**
 * Sends the requests of this tab for this user, and opens the database with the API responses that are stored for
 * this user. Removes the data of other users from this browser.
 */
export function belongTo(userId: string): void {
  const isKnown = sync.requests.owner() === userId
  sync.requests.belongTo(userId)
  answers.belongTo(userId)
  if (isKnown) return
  const isMeant = (name: string) => !isDeviceDataOn() || !isDocumentCopyOf(name, userId)
  // Runs after the first screen has been rendered, so that it does not delay the screen.
  setTimeout(() => void removeSentDocuments(isMeant).catch(() => undefined), removeDocumentsAfter)
}

/** Milliseconds between the start of the client and the removal of documents that must not be stored. */
const removeDocumentsAfter = 2000

/** Returns the size of the stored API responses in bytes, or null if this browser cannot store them. */
export function measureStoredAnswers(): Promise<number | null> {
  return answers.measure()
}

/** Removes all stored API responses and documents of the current user, who stays signed in. Unsent edits stay. */
export async function clearStoredData(): Promise<void> {
  await Promise.all([answers.clear(), removeSentDocuments()])
}

/**
 * Deletes the stored API responses and documents of all users of this browser. Unsent edits stay. Call it if nobody is
 * signed in.
 */
export function deleteStoredData(): void {
  answers.deleteAll()
  void removeSentDocuments().catch(() => undefined)
}

/** Removes all stored API responses of a workspace, because the user can no longer access the workspace. */
export function removeStoredAnswers(slug: string): void {
  answers.remove((url) => isOfWorkspace(url, slug))
}

/**
 * Removes the API responses of a workspace that were stored before this time, in milliseconds. Since then, the user
 * may have lost access to rows in these responses.
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
 * Call this after a workspace was opened at the time `startedAt`, in milliseconds. Removes the API responses that
 * were stored before this time, because the user may have lost access to rows in these responses. If another open
 * tab shows the workspace, the responses stay, because that tab has received all changes since.
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
 * Maximum number of received changes that are stored. Older changes are not stored, so the client may show a stored
 * API response without them.
 */
const maxStoredChanges = 1000
let storedVersion = 0

/**
 * Stores the changes that this tab has received over the change feed, because the stored API responses do not
 * contain them. Also stores the version up to which changes were received. Does nothing if nothing was received since
 * the last call.
 */
export function storeReceivedChanges(slug: string): void {
  const version = sync.live.receivedVersion(slug)
  if (version === null || version === storedVersion) return
  storedVersion = version
  const changes = changesSince(0).slice(-maxStoredChanges)
  const stored: StoredChanges = { changes, unremovedIds: answers.unremovedIds() }
  answers.put(changesUrl(slug), { text: JSON.stringify(stored), version })
}

interface StoredChanges {
  changes: Change[]
  /** Ids of deleted rows that other stored responses may still contain. */
  unremovedIds: string[]
}

/**
 * Stores the received changes and all responses that wait to be stored. Call this when the page may end or become
 * unable to load anything.
 */
export function storeEverythingNow(slug: string): void {
  storeReceivedChanges(slug)
  answers.storeNow()
}

/**
 * Applies the changes of a workspace that `storeReceivedChanges` has stored. Call this after the rows of the
 * workspace were loaded from stored API responses. `version` is the version of these rows. Returns the version up to
 * which the browser has received all changes, and removed the rows that the user may no longer see. Returns null if
 * this version is unknown.
 */
export async function restoreReceivedChanges(slug: string, version: number): Promise<number | null> {
  const stored = await answers.find(changesUrl(slug))
  if (stored === null) return null
  try {
    const { changes, unremovedIds }: StoredChanges = JSON.parse(stored.text)
    for (const id of unremovedIds) answers.removeMentions(id)
    sync.rows.restoreChanges(changes, version)
    return stored.version
  } catch {
    // The stored changes are damaged, so everything is loaded from the server.
    return null
  }
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
