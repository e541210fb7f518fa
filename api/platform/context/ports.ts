import type { Server } from 'node:http'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { ProxyWarning } from '#common/operation/instance/schema.ts'
import type { GetSetting, SettingKey } from '#common/operation/instance/settings.ts'
import type { AppError } from '#common/platform/errors.ts'
import type { Job, JobPorts } from './job.ts'

/** The actor of a write, and the id by which the client recognizes its own write. */
export interface WriteOrigin {
  actor_id: string | null
  mutation_id: string | null
  /** Address and client of the request. Is undefined for actions of the server itself. */
  from?: ClientDetails
}

/** The IP address and the program that a user uses. */
export interface ClientDetails {
  address: string
  user_agent: string
  /** Id of the API token. Is null if a browser session caused the write. */
  token_id: string | null
}

/** The source of a setting's value. */
export type SettingSource = 'environment' | 'screen' | 'default'

/** The current instance settings, cached in memory. */
export interface InstanceSettingsCache {
  get: GetSetting
  sourceOf(key: SettingKey): SettingSource
  /** Loads the stored settings. Resolves when `get` returns the new values. */
  reload(): Promise<void>
  /**
   * Notifies every process that the settings have changed, so that it reads them again. Call this after the
   * commit.
   */
  announce(): void
  close(): void
}

/** Names of the rate limits. Each limit has its own number of uses and its own time span. */
export type RateLimitName =
  | 'anonymous'
  | 'visitor'
  | 'published_page'
  | 'published_file'
  | 'calendar'
  | 'session'
  | 'token'
  | 'account'
  | 'device'
  | 'code'
  | 'factor'
  | 'mail'
  | 'invitation'
  | 'import'
  | 'feedback'
  | 'submission'
  | 'outgoing'
  | 'preview'
  | 'copy'
  | 'visit'
  | 'service_minute'
  | 'service_day'

export interface RateLimits {
  /**
   * Counts one use of the limit `name` for `key`, such as an address. Throws `rate_limited` with the time to
   * wait if `key` has reached the limit. Returns the number of uses that are left.
   */
  take(name: RateLimitName, key: string): Promise<number>
  /**
   * Like `take`, but allows `points` uses instead of the number that belongs to the limit. Returns the number of uses
   * that are left, and the number of seconds until they are counted anew. If the limit is reached, returns the error
   * instead of throwing it, so that the caller can set headers first.
   */
  takeOf(
    name: RateLimitName,
    key: string,
    points: number,
  ): Promise<{ limit: number; remaining: number; resetSeconds: number; refusal: AppError | null }>
  /** Like `take`, but returns false if `key` has reached the limit. */
  tryTake(name: RateLimitName, key: string): Promise<boolean>
  /**
   * Reverses one `take`. For example, a sign-in counts an attempt in advance, and reverses it when the
   * password is correct.
   */
  giveBack(name: RateLimitName, key: string): Promise<void>
  close(): void
}

/** Detects a missing or misconfigured reverse proxy from the requests. */
export interface ReverseProxyMonitor {
  /** Inspects every request of `http` from now on. */
  observe(http: Server): void
  /** The wrong settings of the reverse proxy that were detected since this process started. */
  warnings(): ProxyWarning[]
}

export interface OutgoingEmail {
  to: string
  subject: string
  /** Plain text of the email, with line breaks. User content in plain text needs no escaping. */
  text: string
  /** HTML version for longer emails. The caller escapes user content. */
  html?: string
  /**
   * Message ids for the email headers: `id` identifies this email, and `of` identifies its conversation. Email
   * programs group the emails of a conversation by these ids.
   */
  thread?: { id: string; of: string }
  /** URL that unsubscribes the receiver with one click. */
  unsubscribe?: string
  /**
   * The user whose action sends this email to another user. Only a few emails per user are sent at once, so
   * that the emails of other users do not wait.
   */
  caused_by?: string | null
}

export interface Mailer {
  /**
   * Sends an email. Resolves when the mail server has accepted it, and throws otherwise. Commands do not call
   * `send`: they enqueue the job `sendMailJob`, which calls it.
   */
  send(mail: OutgoingEmail): Promise<void>
}

export interface JobQueue {
  /** All background jobs. */
  list: readonly Job[]
  /**
   * Enqueues a job that runs after the transaction of `em` is committed, at the earliest after `delay` seconds. A
   * rollback discards it.
   */
  enqueue<Data extends object>(em: EntityManager, job: Job<Data>, data: Data, delay?: number): Promise<void>
  /**
   * Creates the missing tables and queues of the jobs. `enqueue` waits until this is done. If `ports` is set, this
   * process also runs jobs.
   */
  start(ports: JobPorts | null): Promise<void>
  /**
   * Starts no more jobs, and resolves when the running jobs have ended. Jobs that are enqueued later run
   * after the next start.
   */
  stop(): Promise<void>
}
