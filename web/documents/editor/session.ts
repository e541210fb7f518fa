import { IndexeddbPersistence } from 'y-indexeddb'
import * as Y from 'yjs'
import { bodyFragment, titleFragment } from '#common/documents/content/fragment.ts'
import { beforeWipe } from '../../platform/app/sync.ts'
import { localCopyName } from '../../platform/sync/local-copies.ts'
import { acquireConnection, releaseConnection } from './connection.ts'
import { DocumentsProvider } from './documents-provider.ts'
import { rescueWords } from './rescue-words.ts'
import { watchRoom } from './room.ts'
import type { DocumentState, RefusalReason } from './status.ts'

/** An open document: shared by all places of the page that show it. */
export interface DocumentSession {
  doc: Y.Doc
  provider: DocumentsProvider
  subscribe(listener: () => void): () => void
  snapshot(): SessionSnapshot
}

export interface SessionSnapshot extends DocumentState {
  /** There is content to show: the server's, or a copy of it on this device. */
  isReady: boolean
  /** The title is known, be it empty: a copy of the text may have been made before there were titles. */
  hasTitle: boolean
  mayWrite: boolean
}

interface Entry {
  session: DocumentSession
  users: number
  askAgain(): void
  end(): void
}

const sessions = new Map<string, Entry>()
/** A document that is closed and opened again at once (a route change, a remount) keeps its connection. */
const lingerMs = 1_000
const knownMark = 'opened'
/** How often the server has to deny a document that has not been open before the reader is told. */
const denialsBelieved = 3

/** Opens a document, or joins it where it is open already. The answered function gives it up again. */
export function openSession(name: string, userId: string): { session: DocumentSession; release(): void } {
  const key = localCopyName(userId, name)
  const entry = sessions.get(key) ?? started(key, name, userId)
  sessions.set(key, entry)
  // Whoever shows the document again has reason to think that it is there again.
  if (entry.session.snapshot().status === 'refused') entry.askAgain()
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

/** A document that is open here, once its text is known. */
export function openedDocument(name: string, userId: string): Y.Doc | null {
  const session = sessions.get(localCopyName(userId, name))?.session
  return session?.snapshot().isReady ? session.doc : null
}

function started(key: string, name: string, userId: string): Entry {
  const doc = new Y.Doc()
  const socket = acquireConnection(userId)
  const copy = new IndexeddbPersistence(key, doc)
  const listeners = new Set<() => void>()
  let hasSynced = false
  /** Opened on this device before, so that what is here is the text, be it empty. */
  let isKnown = false
  let isEdited = false
  let failures = 0
  let denials = 0
  let reason: RefusalReason | null = null
  let isRefused = false
  let settling: ReturnType<typeof setTimeout> | null = null
  let retry: ReturnType<typeof setTimeout> | null = null

  const provider = new DocumentsProvider({
    name,
    document: doc,
    websocketProvider: socket,
    onAuthenticated: () =>
      change(() => {
        isRefused = false
        denials = 0
      }),
    onAuthenticationFailed: ({ reason: why }) =>
      change(() => {
        denials++
        // What was restored or shared on this screen a moment ago is shown before the server knows of it.
        if (why === 'forbidden' && !isRefused && denials < denialsBelieved) reopen()
        else refuse(why)
      }),
    onSynced: ({ state }) =>
      change(() => {
        hasSynced ||= state
        if (state) copy.set(knownMark, 1).catch(() => undefined)
      }),
    onStatus: () => change(),
    onUnsyncedChanges: () => change(settle),
    onConnect: () => change(() => (failures = 0)),
    onClose: ({ event }) =>
      change(() => {
        if (isFinal(event.reason)) {
          refuse(event.reason)
          // What was deleted or hidden may be back by now, by Undo, and this is the only one to ask.
          if (event.reason === 'forbidden') reopen()
        } else if (socket.status === 'connected') reopen()
        else failures++
      }),
  })
  const losses = rescueWords(provider)
  const room = watchRoom(doc, () => change())
  let current = computed()
  copy.on('synced', () => {
    change()
    copy.get(knownMark).then(
      (mark) => change(() => (isKnown = mark === 1)),
      // Closed meanwhile.
      () => undefined,
    )
  })
  doc.on('update', (_update: Uint8Array, origin: unknown) => {
    if (isEdited || origin === provider || origin === copy) return
    isEdited = true
    change(settle)
  })
  provider.attach()
  const online = () => change()
  window.addEventListener('online', online)
  window.addEventListener('offline', online)

  function change(note?: () => void): void {
    note?.()
    const next = computed()
    if (Object.entries(next).every(([field, value]) => Object.is(value, Reflect.get(current, field)))) return
    current = next
    for (const listener of listeners) listener()
  }

  function computed(): SessionSnapshot {
    const status = statusNow()
    return {
      status,
      reason: isRefused ? reason : null,
      isNearlyFull: room.isScarce(),
      isReady: hasSynced || isKnown || doc.getXmlFragment(bodyFragment).length > 0,
      hasTitle: hasSynced || isKnown || doc.getXmlFragment(titleFragment).length > 0,
      mayWrite: status !== 'refused' && provider.authorizedScope !== 'readonly',
    }
  }

  function statusNow(): DocumentState['status'] {
    if (isRefused) return 'refused'
    if (socket.status !== 'connected') {
      if (!navigator.onLine || failures > 1) return 'offline'
      return hasSynced ? 'reconnecting' : 'connecting'
    }
    if (!hasSynced) return 'connecting'
    if (provider.authorizedScope === 'readonly') return 'read-only'
    if (provider.hasUnsyncedChanges && !navigator.onLine) return 'offline'
    // Until the server has answered, each connection counts as unsaved: a text that is only read must not say so.
    if (provider.hasUnsyncedChanges && !isEdited) return 'connecting'
    return provider.hasUnsyncedChanges || settling ? 'saving' : 'saved'
  }

  /** Between two keystrokes everything is stored for a moment; the words change when the typing rests. */
  function settle(): void {
    if (!provider.hasUnsyncedChanges || !isEdited) return
    if (settling) clearTimeout(settling)
    settling = setTimeout(() => {
      settling = null
      change()
    }, 400)
  }

  function refuse(why: string): void {
    isRefused = true
    reason = isFinal(why) ? why : null
  }

  /** The server closed this one document and kept the socket, for example while it restarts. */
  function reopen(): void {
    if (retry) clearTimeout(retry)
    retry = setTimeout(askAgain, 1_000)
  }

  function askAgain(): void {
    if (socket.status === 'connected') void provider.onOpen(new Event('open'))
  }

  function end(): void {
    sessions.delete(key)
    forget()
    for (const timer of [settling, retry]) if (timer) clearTimeout(timer)
    window.removeEventListener('online', online)
    window.removeEventListener('offline', online)
    losses.destroy()
    provider.destroy()
    // What one may not read any more does not stay on this device.
    void (isRefused && reason === 'forbidden' ? copy.clearData() : copy.destroy())
    doc.destroy()
    releaseConnection()
  }

  const forget = beforeWipe(end)
  const session: DocumentSession = {
    doc,
    provider,
    snapshot: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return { session, users: 0, askAgain, end }
}

function isFinal(reason: string): reason is RefusalReason {
  return ['forbidden', 'too-large', 'too-many', 'malformed', 'outdated'].includes(reason)
}
