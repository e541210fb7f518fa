import type { EntityManager } from '@mikro-orm/postgresql'
import type { Deps } from './deps.ts'
import type { Mailer } from './ports.ts'

/** What a job works with. */
export interface JobPorts extends Deps {
  mailer: Mailer
  /** Another job, in the transaction of `em`. */
  enqueue<Data extends object>(em: EntityManager, job: Job<Data>, data: Data): Promise<void>
}

/** Somebody else's server did not do its part, which happens every day. It is logged as one line, without a stack. */
export class ExpectedFailure extends Error {}

export interface Attempt {
  /** How many there were before it. */
  before: number
  /** When it throws, it is given up. */
  isLast: boolean
}

/** Work that is done later, again when it fails, or at certain times; in a process with the role `all` or `worker`. */
export interface Job<Data extends object = object> {
  /** Its queue in the database, so it never changes. */
  name: string
  /** When it throws it is tried again. It may run twice for the same: a process may die between the work and its note that it is done. */
  run(data: Data, ports: JobPorts, attempt: Attempt): Promise<void>
  /** How often it is tried again before it is given up. */
  retries: number
  /** Seconds until it is tried again, doubled each time up to the second. */
  retryAfter: [first: number, longest: number]
  /** Seconds after which a run counts as failed, by which a process that died while at it is found out. */
  endsWithin: number
  /**
   * For work that waits for strangers, who may take long: each is done for itself, so it holds up no other, and of those for whom this is the
   * same only a few are done at once.
   */
  groupOf?(data: Data): string
  /** When it is done by itself, in UTC: minute, hour, day, month, weekday. */
  cron?: string
}
