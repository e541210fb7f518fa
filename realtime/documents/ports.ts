import type { IncomingMessage } from 'node:http'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import type { DocumentCaller, DocumentPorts } from '#api/platform/context/documents.ts'
import type { Connection } from '../connections.ts'

export interface DocumentUser extends DocumentCaller {
  /** As others see it at the caret. */
  name: string
  /** Which session or token it was, so that its end can end its sockets. */
  session: string
}

/** What the document server is given by the composition root. */
export interface DocumentServerPorts extends DocumentPorts {
  /** Whether a page of this origin is ours; a cookie counts only from there. `host` is what the request was sent to. */
  allowsOrigin(origin: string, host: string | undefined): boolean
  log: Logger
  /** What the page is called that owns a document, for an empty title; null for other owners. */
  storedTitle(em: EntityManager, name: string): Promise<string | null>
  /** Who sends this upgrade, by session cookie or API token; null when nobody we know. */
  authenticate(request: IncomingMessage): Promise<DocumentUser | null>
  /** Counts a socket in, to be cut when its session ends; null when the person has too many. */
  enter(user: DocumentUser, cut: () => void): Pick<Connection, 'takeText' | 'leave'> | null
  timing?: Partial<DocumentTiming>
}

/** All in milliseconds. */
export interface DocumentTiming {
  /** A document is compacted when nobody has written for so long, */
  idle: number
  /** and at the latest after so long. */
  longest: number
  /** How often to look for what the bus may have lost: keystrokes, and rights that have changed. */
  poll: number
  /** How often to ask all rights anew. */
  recheck: number
}

export const defaultTiming: DocumentTiming = { idle: 2_000, longest: 10_000, poll: 2_000, recheck: 60_000 }

/** What Hocuspocus carries along with a connection. */
export interface Visit {
  user: DocumentUser
  socket: ClientSocket
  /** Whether its protocol knows acknowledgements; else an update that comes back is one. */
  is_acknowledged: boolean
  workspace_id: string
  /** Takes effect with the next message, so that an update which is being stored is still applied. */
  is_reader: boolean
  /** How many changes of rights had been heard of when these were asked for. */
  rights_heard: number
}

/** A socket as Hocuspocus sees it, whichever protocol its client speaks. */
export interface ClientSocket {
  readonly user: DocumentUser
  readonly readyState: number
  send(message: unknown): void
  close(code?: number, reason?: string): void
  terminate(): void
}

/** Why a document is not opened, or no longer; the client shows it in words. */
export type RefusalReason = 'forbidden' | 'too-large' | 'too-many' | 'malformed' | 'unavailable'

/** Carries a WebSocket close code; its message stays empty, or Hocuspocus prints each one. */
export class Refusal extends Error {
  readonly code: number
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, cause?: Error) {
    super('', { cause })
    this.reason = reason
    this.code = closeCodes[reason]
  }
}

// Clients of plain y-websocket come back after any code but 4400 to 4499.
export const closeCodes: Record<RefusalReason, number> = {
  forbidden: 4403,
  'too-large': 4413,
  'too-many': 4429,
  malformed: 4400,
  unavailable: 1013,
}
