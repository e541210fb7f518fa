import { liveProtocol } from '#common/platform/live.ts'
import { createSync } from '../sync/create-sync.ts'
import { browserDevice } from './browser-device.ts'
import { signInAgain } from './sign-in-again.ts'

// On its way at once, but the first paint does not wait for it.
const sockets = () => import('socket.io-client')
void sockets().catch(() => {})

/** The instance of this tab, for whoever is signed in. Features take its parts from here; tests make instances of their own. */
const sync = createSync({
  send: (url, init) => fetch(url, init),
  socket: async () => {
    const { io } = await sockets()
    return io({
      path: '/live',
      auth: (tell) => tell({ protocol: liveProtocol, user_id: sync.requests.owner() }),
      transports: ['websocket'],
      // Of a connection that breaks before the server has let it in nothing is heard: that has to be over soon.
      timeout: 8000,
      reconnectionDelay: 500,
      reconnectionDelayMax: 5000,
    })
  },
  device: browserDevice,
  onSignedOut: signInAgain,
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
  onHeard,
  onUnknownRow,
  overlaidIds,
  replaceRows,
  showWorkspace,
} = sync.rows
export const { catchUpFrom, connectionAtom, follow, liveSocket, onPresence } = sync.live
export const { mutate, mutateTogether, onKept, onRefusal, savingAtom } = sync.mutations
export const { waitingAtom } = sync.mutations.outbox
export const { onDone, onUndone, onUndoRefused } = sync.history
export const { onLeft, redo, undo } = sync.undo

if (typeof window !== 'undefined') {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  // Only while changes wait, which go on only when somebody comes back: a page that asks is not kept for the way back.
  store.sub(waitingAtom, () => {
    if (store.get(waitingAtom) > 0) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  })
  // Whoever signs out has been asked already.
  beforeWipe(() => window.removeEventListener('beforeunload', ask))
}

let openFor: string | null = null

/** Keeps what waits to be sent in this browser, for this person; what was kept is shown and sent. Where nothing can be kept it waits in the tab. */
export function keepOutbox(userId: string): void {
  if (openFor === userId || typeof indexedDB === 'undefined') return
  openFor = userId
  // After the first screen, which does not wait for it.
  setTimeout(() => {
    void import('./kept-outbox.ts')
      .then(async ({ openKeptOutbox }) => {
        const kept = await openKeptOutbox(userId)
        beforeWipe(kept.close)
        await sync.mutations.outbox.open(kept)
      })
      .catch(() => {
        openFor = null
      })
  })
}
