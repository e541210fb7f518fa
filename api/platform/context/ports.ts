import type { Server } from 'node:http'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { ProxyWarning } from '#common/operation/instance/schema.ts'
import type { GetSetting, SettingKey } from '#common/operation/instance/settings.ts'
import type { Job, JobPorts } from './job.ts'

/** Who acts, and the id by which the acting client knows its own write. */
export interface Origin {
  actor_id: string | null
  mutation_id: string | null
  /** Undefined for what the server does by itself. */
  from?: Whence
}

/** From where and by what somebody acts. */
export interface Whence {
  address: string
  user_agent: string
  /** Of the API token; null for a browser. */
  token_id: string | null
}

/** Where what counts comes from. */
export type SettingSource = 'environment' | 'screen' | 'default'

/** The settings of the installation as they count now, from memory: asking costs nothing. */
export interface Settings {
  get: GetSetting
  sourceOf(key: SettingKey): SettingSource
  /** Reads what is kept, and resolves when `get` answers it. */
  reload(): Promise<void>
  /** Has every process read them again; after the commit. */
  announce(): void
  close(): void
}

/** What is limited, each with figures of its own. */
export type LimitName =
  | 'anonymous'
  | 'visitor'
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
  | 'outgoing'

export interface RateLimits {
  /** Throws `rate_limited` with the seconds to wait when `key` has used up its points. */
  take(name: LimitName, key: string): Promise<void>
  /** The same for who has an answer of their own to it: false when the points are used up. */
  tryTake(name: LimitName, key: string): Promise<boolean>
  /** Gives a point back: a right password is no guess. */
  giveBack(name: LimitName, key: string): Promise<void>
  close(): void
}

/** Recognizes from requests that a reverse proxy in front, or the settings for it, are not right. */
export interface ProxyWatch {
  /** Looks at every request of `http` from now on. */
  observe(http: Server): void
  /** The problems that this process has noticed since its start. */
  warnings(): ProxyWarning[]
}

export interface Mail {
  to: string
  subject: string
  /** Plain text; lines are kept. Names of people and things may stand in it as they are. */
  text: string
  /** The same as a page, where it is more than a few lines. Whoever makes it has escaped what people have written. */
  html?: string
  /** By which mail programs put it with others. */
  thread?: { id: string; of: string }
  /** Where one gets no more of these, by one press. */
  unsubscribe?: string
  /** The person whose act sends it to somebody else. Only a few of their mails are sent at once, so that nobody waits for many of one person. */
  caused_by?: string | null
}

export interface Mailer {
  /** Resolves when the mail was handed over, and throws when it was not. For the job alone: commands enqueue it. */
  send(mail: Mail): Promise<void>
}

export interface Jobs {
  /** Every job there is. */
  list: readonly Job[]
  /** Has a job done once the transaction of `em` is committed, and not at all when it is rolled back. */
  enqueue<Data extends object>(em: EntityManager, job: Job<Data>, data: Data): Promise<void>
  /** Makes what is missing of the tables; what is enqueued waits for it. With ports this process does the jobs, too. */
  start(ports: JobPorts | null): Promise<void>
  /** Begins nothing more, and waits for what is under way. What is enqueued after it waits for the next start. */
  stop(): Promise<void>
}
