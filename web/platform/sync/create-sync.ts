import { createStore } from 'jotai'
import type { Socket } from 'socket.io-client'
import { createMutationDelivery } from './delivery.ts'
import { alwaysOnlineDevice, type Device } from './device.ts'
import { createCsrfTokenLoader } from './forms.ts'
import { UndoHistory } from './history.ts'
import { createRequestClient, type SendRequest } from './http.ts'
import { LiveConnection } from './live-connection.ts'
import { createLocalDocumentCopies } from './local-copies.ts'
import { LocalRows } from './local-rows.ts'
import { createMutations } from './mutate.ts'
import type { AnswerStore } from './stored-answers.ts'
import { type Clock, systemClock } from './system-clock.ts'
import { createTables } from './tables.ts'
import { UndoController } from './undo-controller.ts'
import { createWorkspaceLoader } from './workspace-loader.ts'

interface SyncOptions {
  send: SendRequest
  /** Creates the socket that receives changes. */
  socket: () => Promise<Socket>
  clock?: Clock
  device?: Device
  /**
   * Stores responses to reads on this device and returns them while the server is unreachable. Without this store,
   * reads fail during that time.
   */
  answers?: AnswerStore | null
  /** Called when the server reports that nobody is signed in. */
  onSignedOut?: () => void
  /** Called when the server does not support the protocol version of this client. */
  onUnsupported?: () => void
}

/**
 * Creates the complete client state of one signed-in user in one tab: rows, optimistic changes, pending
 * requests and Undo. Two instances in one process behave like two users.
 */
export function createSync({
  send,
  socket,
  clock = systemClock,
  device = alwaysOnlineDevice,
  answers = null,
  onSignedOut = () => {},
  onUnsupported = () => {},
}: SyncOptions) {
  const store = createStore()
  const tables = createTables(store)
  const rows = new LocalRows(tables)
  const requests = createRequestClient(
    send,
    onSignedOut,
    clock,
    answers,
    (): boolean => store.get(live.connectionAtom) === 'live',
  )
  const live: LiveConnection = new LiveConnection({
    store,
    rows,
    clock,
    device,
    requests,
    socket,
    onUnsupported,
  })
  const history = new UndoHistory()
  const delivery = createMutationDelivery({ store, rows, live, clock, device, requests })
  const mutations = createMutations(history, delivery)
  const undo = new UndoController({ store, tables, rows, history, mutations })
  const loading = createWorkspaceLoader(requests, rows)
  const csrfToken = createCsrfTokenLoader(requests)
  return {
    store,
    tables,
    rows,
    requests,
    loading,
    live,
    mutations,
    history,
    undo,
    csrfToken,
    ...createLocalDocumentCopies(),
  }
}
