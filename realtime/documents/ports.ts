import type { IncomingMessage } from 'node:http'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import type { DocumentCaller, DocumentPorts } from '#api/platform/context/documents.ts'
import type { Connection } from '../connections.ts'

export interface DocumentUser extends DocumentCaller {
  /** Name shown at the caret. */
  name: string
  /** Session or token, so that its end can close the sockets. */
  session: string
}

/** Dependencies of the document server. */
export interface DocumentServerPorts extends DocumentPorts {
  /** Returns true if the origin is our own. Cookies from pages of other sites are not accepted. `host` is the requested host. */
  allowsOrigin(origin: string, host: string | undefined): boolean
  log: Logger
  /** Returns the page's name, for an empty title; null for other owners. */
  storedTitle(em: EntityManager, name: string): Promise<string | null>
  /** Identifies the sender of an upgrade by session cookie or API token; null if unknown. */
  authenticate(request: IncomingMessage): Promise<DocumentUser | null>
  /** Registers a socket; `cut` is called when its session ends. Returns null if the person has too many. */
  enter(user: DocumentUser, cut: () => void): Pick<Connection, 'takeText' | 'leave'> | null
  timing?: Partial<DocumentTiming>
}

/** Intervals in milliseconds. */
export interface DocumentTiming {
  /** A document is compacted when nobody has edited it for this time. */
  idle: number
  /** A document is compacted after this time, even if users are still editing it. */
  longest: number
  /** Interval between two searches for updates and permission changes whose bus messages were lost. */
  poll: number
  /** Interval between two checks of all permissions. */
  recheck: number
}

export const defaultTiming: DocumentTiming = { idle: 2_000, longest: 10_000, poll: 2_000, recheck: 60_000 }

/** Context of a connection in Hocuspocus. */
export interface ConnectionContext {
  user: DocumentUser
  socket: ClientSocket
  /** True if the protocol has acknowledgements. Otherwise the echo of an update acknowledges it. */
  is_acknowledged: boolean
  workspace_id: string
  /** Takes effect with the next message, so that an update which is being stored is still applied. */
  is_reader: boolean
  /** Number of permission changes that had been received when these permissions were read. */
  rights_change_count: number
}

/** A socket as Hocuspocus sees it, independent of the client's protocol. */
export interface ClientSocket {
  readonly user: DocumentUser
  readonly readyState: number
  send(message: unknown): void
  close(code?: number, reason?: string): void
  terminate(): void
}

/** Reason why a document is not opened, or is closed. The client shows a message for it. */
export type RefusalReason = 'forbidden' | 'too-large' | 'too-many' | 'malformed' | 'unavailable'

/** Carries a WebSocket close code. The message is empty, because Hocuspocus prints every non-empty one. */
export class Refusal extends Error {
  readonly code: number
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, cause?: Error) {
    super('', { cause })
    this.reason = reason
    this.code = closeCodes[reason]
  }
}

// Plain y-websocket clients reconnect after any code except 4400 to 4499.
export const closeCodes: Record<RefusalReason, number> = {
  forbidden: 4403,
  'too-large': 4413,
  'too-many': 4429,
  malformed: 4400,
  unavailable: 1013,
}
