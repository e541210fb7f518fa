import { io } from 'socket.io-client'
import { liveProtocol } from '#common/live.ts'
import { createSync } from '../sync/create-sync.ts'
import { browserDevice } from './browser-device.ts'
import { signInAgain } from './sign-in-again.ts'

/** The instance of this tab, for whoever is signed in. Features take its parts from here; tests make instances of their own. */
const sync = createSync({
  send: (url, init) => fetch(url, init),
  socket: () =>
    io({
      path: '/live',
      auth: { protocol: liveProtocol },
      transports: ['websocket'],
      reconnectionDelay: 500,
      reconnectionDelayMax: 5000,
    }),
  device: browserDevice,
  onSignedOut: signInAgain,
})

export const { store, tables, putBack, csrfToken, beforeWipe, wipeLocalDocuments } = sync
export const { request, requestWithVersion } = sync.requests
export const {
  applyChange,
  applyRows,
  changesSince,
  forgetChanges,
  forgetRows,
  onUnknownRow,
  overlaidIds,
  replaceRows,
} = sync.rows
export const { catchUpFrom, connectionAtom, follow, liveSocket, onPresence } = sync.live
export const { mutate, onRefusal, savingAtom } = sync.mutations
export const { resendingAtom } = sync.resending
export const { onDone, onLeft, tellLeft, undo, undoable } = sync.undo

if (typeof window !== 'undefined') {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  // Only while there is something to lose: a page that asks is not kept for the way back.
  store.sub(resendingAtom, () => {
    if (store.get(resendingAtom) > 0) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  })
}
