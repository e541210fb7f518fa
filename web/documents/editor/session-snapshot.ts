import type { HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import type * as Y from 'yjs'
import { bodyFragmentName, titleFragmentName } from '#common/documents/content/fragment.ts'
import type { DocumentSize } from './document-size.ts'
import type { DocumentsProvider } from './documents-provider.ts'
import type { CloseReason, DocumentState, DocumentStatus } from './status.ts'

export interface SessionSnapshot extends DocumentState {
  /** True if there is content to show: from the server or from the local copy. */
  isReady: boolean
  /** True if the title is known, even if it is empty. Old local copies can lack the title. */
  hasTitle: boolean
  mayWrite: boolean
}

/** The events that determine which status an open document shows. */
interface SessionEvents {
  hasSynced: boolean
  /** True if this device has a complete local copy of the document, even if its text is empty. */
  isKnown: boolean
  isEdited: boolean
  /**
   * True until shortly after the last keystroke. The save status does not change in this time, because it
   * would flicker.
   */
  isSettling: boolean
  /** The number of consecutive connections that failed. */
  failures: number
  denials: number
  isRefused: boolean
  reason: CloseReason | null
}

/** Returns the initial state of a document that has just been opened. */
export function initialSessionEvents(): SessionEvents {
  return {
    hasSynced: false,
    isKnown: false,
    isEdited: false,
    isSettling: false,
    failures: 0,
    denials: 0,
    isRefused: false,
    reason: null,
  }
}

interface SessionParts {
  doc: Y.Doc
  provider: DocumentsProvider
  socket: HocuspocusProviderWebsocket
  room: DocumentSize
}

export function createSessionSnapshot(parts: SessionParts, events: SessionEvents): SessionSnapshot {
  const { doc, provider, room } = parts
  const { hasSynced, isKnown, isRefused, reason } = events
  const status = statusOf(parts, events)
  return {
    status,
    reason: isRefused ? reason : null,
    isNearlyFull: room.isScarce(),
    isReady: hasSynced || isKnown || doc.getXmlFragment(bodyFragmentName).length > 0,
    hasTitle: hasSynced || isKnown || doc.getXmlFragment(titleFragmentName).length > 0,
    mayWrite: status !== 'refused' && provider.authorizedScope !== 'readonly',
  }
}

function statusOf({ provider, socket }: SessionParts, events: SessionEvents): DocumentStatus {
  const { hasSynced, isEdited, isSettling, failures, isRefused } = events
  if (isRefused) return 'refused'
  if (socket.status !== 'connected') {
    if (!navigator.onLine || failures > 1) return 'offline'
    return hasSynced ? 'reconnecting' : 'connecting'
  }
  if (!hasSynced) return 'connecting'
  if (provider.authorizedScope === 'readonly') return 'read-only'
  if (provider.hasUnsyncedChanges && !navigator.onLine) return 'offline'
  // After each connection, Hocuspocus counts the synchronization as unsaved changes. A document without edits
  // must not be shown as unsaved.
  if (provider.hasUnsyncedChanges && !isEdited) return 'connecting'
  return provider.hasUnsyncedChanges || isSettling ? 'saving' : 'saved'
}
