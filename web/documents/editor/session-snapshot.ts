import type { HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import type * as Y from 'yjs'
import { bodyFragment, titleFragment } from '#common/documents/content/fragment.ts'
import type { DocumentsProvider } from './documents-provider.ts'
import type { DocumentRoom } from './room.ts'
import type { DocumentState, DocumentStatus, RefusalReason } from './status.ts'

export interface SessionSnapshot extends DocumentState {
  /** There is content to show: the server's, or a copy of it on this device. */
  isReady: boolean
  /** The title is known, be it empty: a copy of the text may have been made before there were titles. */
  hasTitle: boolean
  mayWrite: boolean
}

/** The events that the state of an open document depends on. */
interface SessionEvents {
  hasSynced: boolean
  /** Opened on this device before, so that what is here is the text, be it empty. */
  isKnown: boolean
  isEdited: boolean
  /** Typing rested less than a moment ago. */
  isSettling: boolean
  /** Connections that ended one after the other. */
  failures: number
  denials: number
  isRefused: boolean
  reason: RefusalReason | null
}

/** The events of a document that has just been opened. */
export function noEvents(): SessionEvents {
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
  room: DocumentRoom
}

export function snapshotOf(parts: SessionParts, events: SessionEvents): SessionSnapshot {
  const { doc, provider, room } = parts
  const { hasSynced, isKnown, isRefused, reason } = events
  const status = statusOf(parts, events)
  return {
    status,
    reason: isRefused ? reason : null,
    isNearlyFull: room.isScarce(),
    isReady: hasSynced || isKnown || doc.getXmlFragment(bodyFragment).length > 0,
    hasTitle: hasSynced || isKnown || doc.getXmlFragment(titleFragment).length > 0,
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
  // Until the server has answered, each connection counts as unsaved: a text that is only read must not say so.
  if (provider.hasUnsyncedChanges && !isEdited) return 'connecting'
  return provider.hasUnsyncedChanges || isSettling ? 'saving' : 'saved'
}
