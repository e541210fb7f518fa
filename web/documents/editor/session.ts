import { IndexeddbPersistence } from 'y-indexeddb'
import * as Y from 'yjs'
import { isDeviceDataOn } from '../../platform/app/signed-in-user.ts'
import { beforeWipe } from '../../platform/app/sync.ts'
import { localDocumentCopyName, removeSentDocuments } from '../../platform/sync/local-copies.ts'
import { acquireDocumentsSocket, releaseDocumentsSocket } from './connection.ts'
import { watchDocumentSize } from './document-size.ts'
import { DocumentsProvider } from './documents-provider.ts'
import { markUnsentEdits } from './mark-unsent-edits.ts'
import { restoreLostText } from './restore-lost-text.ts'
import { createSessionSnapshot, initialSessionEvents, type SessionSnapshot } from './session-snapshot.ts'
import type { CloseReason } from './status.ts'

/** An open document, shared by all components that show it. */
export interface DocumentSession {
  doc: Y.Doc
  provider: DocumentsProvider
  subscribe(listener: () => void): () => void
  snapshot(): SessionSnapshot
}

interface Entry {
  session: DocumentSession
  users: number
  requestAccess(): void
  end(): void
}

const sessions = new Map<string, Entry>()
/**
 * The time in milliseconds after which an unused document is closed. If it is shown again earlier, such as
 * after a route change or remount, it keeps its connection.
 */
const lingerMs = 1_000
const restMs = 400
const retryMs = 1_000
/** Milliseconds after which the document connects although its copy on this device has not been loaded. */
const copyPatienceMs = 2_000
const knownMark = 'opened'
/**
 * The number of denied requests after which a newly opened document counts as forbidden. Earlier denials are
 * retried.
 */
const denialsBelieved = 3

/**
 * Opens a document, or joins the open session. The caller must call `release` when it no longer shows the
 * document.
 */
export function openDocumentSession(
  name: string,
  userId: string,
): { session: DocumentSession; release(): void } {
  const key = localDocumentCopyName(userId, name)
  const entry = sessions.get(key) ?? started(key, name, userId)
  sessions.set(key, entry)
  // A document that was refused may be accessible now, so it is requested again when a component shows it.
  if (entry.session.snapshot().status === 'refused') entry.requestAccess()
  entry.users++
  let isReleased = false
  return {
    session: entry.session,
    release() {
      if (isReleased) return
      isReleased = true
      setTimeout(() => {
        entry.users--
        if (entry.users === 0) entry.end()
      }, lingerMs)
    },
  }
}

/** Returns the document if it is open and its content is available. Otherwise returns null. */
export function findOpenDocument(name: string, userId: string): Y.Doc | null {
  const session = sessions.get(localDocumentCopyName(userId, name))?.session
  return session?.snapshot().isReady ? session.doc : null
}

function started(key: string, name: string, userId: string): Entry {
  const doc = new Y.Doc()
  const socket = acquireDocumentsSocket(userId)
  const copy = new IndexeddbPersistence(key, doc)
  const events = initialSessionEvents()
  // The status changes to "saved" only after typing has paused. Every keystroke is saved almost immediately,
  // so the status would otherwise flicker.
  const rest = createDelay(restMs, () => change(() => (events.isSettling = false)))
  // Requests access again after a pause: after a denial that may be temporary, and after the server has closed
  // only this document and not the socket, for example during a restart.
  const retry = createDelay(retryMs, requestAccess)

  const provider = new DocumentsProvider({
    name,
    document: doc,
    websocketProvider: socket,
    onAuthenticated: () =>
      change(() => {
        events.isRefused = false
        events.denials = 0
      }),
    onAuthenticationFailed: ({ reason: why }) =>
      change(() => {
        events.denials++
        // The client can show a document that was just restored or shared before the server has committed
        // that change, so the first denials are retried.
        if (why === 'forbidden' && !events.isRefused && events.denials < denialsBelieved) retry.start()
        else refuse(why)
      }),
    onSynced: ({ state }) =>
      change(() => {
        events.hasSynced ||= state
        if (state) copy.set(knownMark, 1).catch(() => undefined)
      }),
    onStatus: () => change(),
    onUnsyncedChanges: () => change(settle),
    onConnect: () => change(() => (events.failures = 0)),
    onClose: ({ event }) =>
      change(() => {
        if (isFinal(event.reason)) {
          refuse(event.reason)
          // Another user may have restored a deleted or hidden document, and no event reports that, so the
          // request is repeated.
          if (event.reason === 'forbidden') retry.start()
        } else if (socket.status === 'connected') retry.start()
        else events.failures++
      }),
  })
  const losses = restoreLostText(provider, copy)
  markUnsentEdits(provider, copy, userId)
  const room = watchDocumentSize(doc, () => change())
  const snapshots = createSnapshots(() => createSessionSnapshot({ doc, provider, socket, room }, events))
  copy.on('synced', () => {
    change()
    copy.get(knownMark).then(
      (mark) => change(() => (events.isKnown = mark === 1)),
      // The promise rejects if the database was closed before the operation ended, which is not an error.
      () => undefined,
    )
  })
  doc.on('update', (_update: Uint8Array, origin: unknown) => {
    if (events.isEdited || origin === provider || origin === copy) return
    events.isEdited = true
    change(settle)
  })
  const cancelAttach = attachAfterCopy(provider, copy)
  const online = () => change()
  window.addEventListener('online', online)
  window.addEventListener('offline', online)

  function change(note?: () => void): void {
    note?.()
    snapshots.update()
  }

  function settle(): void {
    if (!provider.hasUnsyncedChanges || !events.isEdited) return
    events.isSettling = true
    rest.start()
  }

  function refuse(why: string): void {
    events.isRefused = true
    events.reason = isFinal(why) ? why : null
  }

  function requestAccess(): void {
    if (socket.status === 'connected') void provider.onOpen(new Event('open'))
  }

  function end(): void {
    sessions.delete(key)
    cancelAttach()
    forget()
    for (const delay of [rest, retry]) delay.stop()
    window.removeEventListener('online', online)
    window.removeEventListener('offline', online)
    losses.destroy()
    provider.destroy()
    const isForbidden = events.isRefused && events.reason === 'forbidden'
    void copy.destroy().then(() => removeUnlessStored(isForbidden))
    doc.destroy()
    releaseDocumentsSocket()
  }

  /**
   * Removes the copy if the user may no longer read the document or does not allow stored data. A copy with unsent edits
   * stays, also if another tab has made them. The user then chooses whether to copy or to discard them.
   */
  async function removeUnlessStored(isForbidden: boolean): Promise<void> {
    if (isForbidden || !isDeviceDataOn()) await removeSentDocuments((name) => name === key)
  }

  const forget = beforeWipe(end)
  const { snapshot, subscribe } = snapshots
  return { session: { doc, provider, snapshot, subscribe }, users: 0, requestAccess, end }
}

/**
 * Connects the document to the server after the copy of this device has been loaded. Words that were typed without a
 * network into a block that somebody else replaced can only be moved to the replacement if they are known before the
 * content of the server arrives. Returns a function that cancels the connection.
 */
function attachAfterCopy(provider: DocumentsProvider, copy: IndexeddbPersistence): () => void {
  let isOver = false
  const attach = () => {
    if (isOver) return
    cancel()
    provider.attach()
  }
  const patience = createDelay(copyPatienceMs, attach)
  const cancel = () => {
    isOver = true
    patience.stop()
  }
  patience.start()
  void copy.whenSynced.then(attach)
  return cancel
}

function isFinal(reason: string): reason is CloseReason {
  return ['forbidden', 'too-large', 'too-many', 'malformed', 'outdated'].includes(reason)
}

/** Stores the result of `compute` and notifies the listeners when one of its fields has changed. */
function createSnapshots(compute: () => SessionSnapshot) {
  const listeners = new Set<() => void>()
  let current = compute()
  return {
    snapshot: () => current,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    update(): void {
      const next = compute()
      if (Object.entries(next).every(([field, value]) => Object.is(value, Reflect.get(current, field))))
        return
      current = next
      for (const listener of listeners) listener()
    },
  }
}

/** Runs `action` when the given time has passed since the last `start`. */
function createDelay(milliseconds: number, action: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    stop,
    start(): void {
      stop()
      timer = setTimeout(action, milliseconds)
    },
  }
}
