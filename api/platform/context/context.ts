import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import type { ProjectWithFeatureFlags } from '#common/platform/guards.ts'
import type { Role } from '#common/platform/roles.ts'
import type { Bus } from '../bus.ts'
import type { Config } from '../config/config.ts'
import type { SafeHttpClient } from '../outgoing/safe-client.ts'
import type { PictureProcessor } from '../pictures/picture-processor.ts'
import type { Storage } from '../storage/storage.ts'
import type { DocumentWriter } from './documents.ts'
import type {
  InstanceSettingsCache,
  JobQueue,
  RateLimits,
  ReverseProxyMonitor,
  WriteOrigin,
} from './ports.ts'

/**
 * The input of every command and query. For writes, `em` is in a transaction. The caller's access has been
 * checked.
 */
export interface Context {
  em: EntityManager
  config: Config
  settings: InstanceSettingsCache
  bus: Bus
  jobs: JobQueue
  storage: Storage
  pictures: PictureProcessor
  documents: DocumentWriter
  /** HTTP client for URLs that users or admins enter. */
  web: SafeHttpClient
  limits: RateLimits
  /** Detects wrong settings of the reverse proxy. Is null in jobs, which handle no requests. */
  proxyWatch: ReverseProxyMonitor | null
  log: Logger
  http: HttpExchange
  user: SignedInUser | null
  /** The user, the client and the request that cause a write. */
  origin: WriteOrigin
  /**
   * Runs after the call has succeeded and its rows are committed, so that no notification is sent for a
   * rollback.
   */
  afterCommit(task: () => void | Promise<void>): void
  /** Opens a separate transaction, for calls declared with `transactions: 'own'`. */
  writing<T>(command: (em: EntityManager) => Promise<T>): Promise<T>
}

export interface SignedInUser {
  id: string
  email: string
  /** IANA time zone of the user. It determines when the user's days begin and end. */
  timezone: string
  /** First day of the week; 0 is Sunday. */
  week_starts_on: number
  /** Code of the language that the user has chosen. */
  language: string
  is_instance_admin: boolean
}

export interface UserContext extends Context {
  user: SignedInUser
}

export interface WorkspaceContext extends UserContext {
  workspace: { id: string; slug: string; role: Role }
}

export interface ProjectContext extends WorkspaceContext {
  project: ProjectWithFeatureFlags & {
    id: string
    identifier: string
    /** The effective role: a workspace admin is also admin of every project. */
    role: Role
    /** Is false for a guest who can see only the items that the guest created. */
    sees_all: boolean
    archived_at: Date | null
  }
}

/** The part of HTTP that commands may use: the client's address, the session and cookies. */
export interface HttpExchange {
  address: string
  user_agent: string
  session_token: string | null
  /** The unparsed `If-Match` header. */
  if_match: string | undefined
  /** Node's request, to read streams or other headers. */
  incoming: IncomingMessage
  /** Streams the body after the headers, for responses without a JSON body. */
  sendBody(stream: Readable): void
  /** Sets the `ETag` header to the ETag of the text that was returned or written. */
  setEtag(etag: string): void
  /** Sets a header, so that search engines do not list the response. */
  hideFromSearchEngines(): void
  setSession(token: string, expires: Date): void
  clearSession(): void
  /**
   * Sets the cookie from which the client learns who is signed in. Does nothing if the cookie is already set, and for
   * requests with an API token.
   */
  setSignedInUser(userId: string): void
  cookie(name: string): string | undefined
  /**
   * Sets a cookie, but only if the call succeeds. `setSession` and `clearSession` also have no effect if the
   * call fails.
   */
  setCookie(name: string, value: string, expires: Date): void
  clearCookie(name: string): void
  /** Returns the CSRF token of this browser, and sets its cookie. */
  csrfToken(): string
}

/** Result of a command that responds with a redirect instead of JSON. */
export class Redirect {
  readonly to: string

  constructor(to: string) {
    this.to = to
  }
}
