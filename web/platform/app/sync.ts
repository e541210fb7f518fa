import { liveProtocolVersion } from '#common/platform/live.ts'
import { createSync } from '../sync/create-sync.ts'
import { browserDevice } from './browser-device.ts'
import { createDeviceAnswers } from './indexed-db-answers.ts'
import { redirectToSignIn } from './sign-in-again.ts'

// Socket.IO starts to load immediately, but does not delay the first paint.
const sockets = () => import('socket.io-client')
void sockets().catch(() => {})

const answers = createDeviceAnswers()

/** The sync instance of this tab. Features import its parts from here; tests create their own instances. */
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
    answers.remove(() => true)
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
// The row was deleted, or the user lost access to it. Its stored answers must not be shown again.
onChangeApplied(({ op, id }) => {
  if (op === 'delete') answers.remove((url) => url.includes(id))
})

/** Sends the requests of this tab in the name of this user, and opens the answers that are stored for them. */
export function belongTo(userId: string): void {
  sync.requests.belongTo(userId)
  answers.belongTo(userId)
}

/**
 * Removes stored answers of a workspace that the user may no longer see: all answers, or those of projects that are not
 * in `projectIds`.
 */
export function removeStoredAnswers(slug: string, projectIds?: ReadonlySet<string>): void {
  const prefix = `/workspaces/${slug}/`
  answers.remove((url) => {
    if (!url.includes(prefix)) return false
    const [, projectId] = /\/projects\/([0-9a-f-]{36})\//.exec(url) ?? []
    return projectIds === undefined || (projectId !== undefined && !projectIds.has(projectId))
  })
}

/** Returns the key of the stored changes of a workspace. No call has this URL. */
const changesKey = (slug: string) => `changes:/workspaces/${slug}/`

/**
 * Stores the changes that this tab has received, because stored answers lack them. Does nothing if no change was received
 * since the last call.
 */
export function storeReceivedChanges(slug: string): void {
  const changes = changesSince(0)
  const version = changes.at(-1)?.version ?? 0
  if (slug === '' || version === storedVersion) return
  storedVersion = version
  answers.put(changesKey(slug), { text: JSON.stringify(changes), version })
}
let storedVersion = 0

/** Applies the stored changes of a workspace whose rows were read at `version` from stored answers. */
export async function restoreReceivedChanges(slug: string, version: number): Promise<void> {
  const stored = await answers.find(changesKey(slug))
  if (stored !== null) sync.rows.restoreChanges(JSON.parse(stored.text), version)
}

/** Removes the answers of a workspace that were stored before this time, in milliseconds. */
export function removeStoredAnswersBefore(slug: string, time: number): void {
  answers.remove((url) => url.includes(`/workspaces/${slug}/`), time)
}

if (typeof window !== 'undefined') {
  const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  // The listener is registered only while changes wait. Otherwise, browsers would exclude the page from the
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
