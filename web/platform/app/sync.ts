import { liveProtocolVersion } from '#common/platform/live.ts'
import { createSync } from '../sync/create-sync.ts'
import { browserDevice } from './browser-device.ts'
import { redirectToSignIn } from './sign-in-again.ts'

// Socket.IO starts to load immediately, but does not delay the first paint.
const sockets = () => import('socket.io-client')
void sockets().catch(() => {})

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
  onSignedOut: redirectToSignIn,
})

export const { store, tables, csrfToken, beforeWipe, wipeLocalDocuments } = sync
export const { belongTo, request, requestWithVersion } = sync.requests
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
