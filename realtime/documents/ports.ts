import type { IncomingMessage } from 'node:http'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import type { DocumentCaller, DocumentPorts } from '#api/platform/context/documents.ts'
import type { Connection } from '../connections.ts'

export interface DocumentUser extends DocumentCaller {
  /** Name that is shown at the user's caret. */
  name: string
  /**
   * Hash of the session token or API token. When the session or the API token ends, the sockets that use it
   * are closed.
   */
  session: string
}

/** Dependencies of the document server. */
export interface DocumentServerPorts extends DocumentPorts {
  /**
   * Returns true for an origin of this Tandem instance, because cookies from pages of other sites are not
   * accepted. `host` is the requested host.
   */
  allowsOrigin(origin: string, host: string | undefined): boolean
  log: Logger
  /**
   * Returns the name of a page, which becomes the title of the document if the title is empty. Returns null
   * for documents of work items.
   */
  loadStoredTitle(em: EntityManager, name: string): Promise<string | null>
  /**
   * Identifies the sender of an upgrade by session cookie or API token. Returns null if the sender is
   * unknown.
   */
  authenticate(request: IncomingMessage): Promise<DocumentUser | null>
  /**
   * Registers a socket; `cut` is called when its session ends. Returns null if the user has too many sockets.
   */
  enter(user: DocumentUser, cut: () => void): Pick<Connection, 'takeText' | 'leave'> | null
  timing?: Partial<DocumentTiming>
}

/** Intervals in milliseconds. */
export interface DocumentTiming {
  /** Milliseconds without edits after which a document is compacted. */
  idle: number
  /** Milliseconds after which a document is compacted even if users are still editing it. */
  longest: number
  /** Milliseconds between two searches for updates and permission changes whose bus messages were lost. */
  poll: number
  /** Milliseconds between two checks of all permissions. */
  recheck: number
}

export const defaultTiming: DocumentTiming = { idle: 2_000, longest: 10_000, poll: 2_000, recheck: 60_000 }

/** Data that Hocuspocus stores with each connection. */
export interface ConnectionContext {
  user: DocumentUser
  socket: ClientSocket
  /**
   * True if the client's protocol has acknowledgements. Otherwise, the server sends the update back to
   * acknowledge it.
   */
  is_acknowledged: boolean
  workspace_id: string
  /**
   * True if the user may only read. When the permission changes, the new value applies from the next message on, so
   * that an update which is being stored is still applied.
   */
  is_reader: boolean
  /**
   * Number of permission changes that this process had received when it read the permissions of the
   * connection.
   */
  rights_change_count: number
}

/** The socket of a client as Hocuspocus sees it, independent of the client's protocol. */
export interface ClientSocket {
  readonly user: DocumentUser
  readonly readyState: number
  send(message: unknown): void
  close(code?: number, reason?: string): void
  terminate(): void
}

/** Reason why a document is not opened, or is closed. The client shows a message for it. */
export type RejectionReason = 'forbidden' | 'too-large' | 'too-many' | 'malformed' | 'unavailable'

/**
 * Thrown to refuse a document or update. It contains a WebSocket close code. Its message is empty, because
 * Hocuspocus prints every message that is not empty.
 */
export class DocumentRejection extends Error {
  readonly code: number
  readonly reason: RejectionReason

  constructor(reason: RejectionReason, cause?: Error) {
    super('', { cause })
    this.reason = reason
    this.code = closeCodes[reason]
  }
}

// Close codes. Plain y-websocket clients reconnect after any code except 4400 to 4499.
export const closeCodes: Record<RejectionReason, number> = {
  forbidden: 4403,
  'too-large': 4413,
  'too-many': 4429,
  malformed: 4400,
  unavailable: 1013,
}
