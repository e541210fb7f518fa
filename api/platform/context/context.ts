import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import type { GuardedProject } from '#common/platform/guards.ts'
import type { Role } from '#common/platform/roles.ts'
import type { Bus } from '../bus.ts'
import type { Config } from '../config/config.ts'
import type { SafeClient } from '../outgoing/safe-client.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { Storage } from '../storage/storage.ts'
import type { DocumentWriter } from './documents.ts'
import type { Jobs, Origin, ProxyWatch, RateLimits, Settings } from './ports.ts'

/** What every call is given; nothing is ambient. `em` is in a transaction for writes, and the caller's access is looked up. */
export interface Context {
  em: EntityManager
  config: Config
  settings: Settings
  bus: Bus
  jobs: Jobs
  storage: Storage
  pictures: Pictures
  documents: DocumentWriter
  /** For what is read from and sent to addresses that people or admins name. */
  web: SafeClient
  limits: RateLimits
  /** Null outside of a request: a job sees no proxy. */
  proxyWatch: ProxyWatch | null
  log: Logger
  http: HttpExchange
  user: SignedIn | null
  /** Who acts from where, for what is written. */
  origin: Origin
  /** Runs once the call has succeeded and its rows are committed; a wake-up must not tell of what was rolled back. */
  afterCommit(task: () => void | Promise<void>): void
  /** A transaction of its own, for calls declared with `transactions: 'own'`. */
  writing<T>(command: (em: EntityManager) => Promise<T>): Promise<T>
}

export interface SignedIn {
  id: string
  email: string
  /** Their days begin there. */
  timezone: string
  /** And their weeks on that day; 0 is Sunday. */
  week_starts_on: number
  is_instance_admin: boolean
}

export interface UserContext extends Context {
  user: SignedIn
}

export interface WorkspaceContext extends UserContext {
  workspace: { id: string; slug: string; role: Role }
}

export interface ProjectContext extends WorkspaceContext {
  project: GuardedProject & {
    id: string
    identifier: string
    /** The role that counts: a workspace admin is admin here too. */
    role: Role
    /** False for a guest who sees only the items they created. */
    sees_all: boolean
    archived_at: Date | null
  }
}

/** The little that commands may know of HTTP: who calls from where, the session and other cookies. */
export interface HttpExchange {
  address: string
  user_agent: string
  session_token: string | null
  /** The header as it came. */
  if_match: string | undefined
  /** As Node has it: for what is read as it comes, or depends on more headers. */
  incoming: IncomingMessage
  /** Of an answer that says no more than its status and headers: what is sent after these, as fast as it is taken. */
  sendBody(stream: Readable): void
  /** Of the text that is answered or written. */
  setEtag(etag: string): void
  setSession(token: string, expires: Date): void
  clearSession(): void
  cookie(name: string): string | undefined
  /** Sent once the call has succeeded, as the session is. */
  setCookie(name: string, value: string, expires: Date): void
  clearCookie(name: string): void
  /** The token that this browser's forms carry; sets its cookie. */
  csrfToken(): string
}

/** A command that ends in another page rather than in JSON. */
export class Redirect {
  readonly to: string

  constructor(to: string) {
    this.to = to
  }
}
