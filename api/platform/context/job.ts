import type { EntityManager } from '@mikro-orm/postgresql'
import type { Deps } from './deps.ts'
import type { Mailer } from './ports.ts'

/** The dependencies that a job can use. */
export interface JobPorts extends Deps {
  mailer: Mailer
  /**
   * Schedules another job in the transaction of `em`. If the transaction is rolled back, the job is
   * discarded. `delay` is the number of seconds after which the job may run.
   */
  enqueue<Data extends object>(em: EntityManager, job: Job<Data>, data: Data, delay?: number): Promise<void>
}

/** Thrown when an external server failed, which is common. The log gets one line without a stack. */
export class ExternalServerError extends Error {}

export interface JobAttempt {
  /** Number of previous attempts. */
  before: number
  /** True if this is the last attempt, after which the job counts as failed. */
  isLast: boolean
}

/**
 * Work that runs later, is retried when it fails, or runs on a schedule, in processes with the role `all` or
 * `worker`.
 */
export interface Job<Data extends object = object> {
  /** Name of the queue in the database. This name must never change. */
  name: string
  /**
   * Does the work, and is retried when it throws. The job may run twice for the same data, because a process
   * may die before it records success.
   */
  run(data: Data, ports: JobPorts, attempt: JobAttempt): Promise<void>
  /** Maximum number of retries. */
  retries: number
  /**
   * Seconds before the first retry, and maximum seconds before any retry. The delay doubles with each retry.
   */
  retryAfter: [first: number, longest: number]
  /** Seconds after which a run counts as failed, because its process may have died. */
  endsWithin: number
  /**
   * Returns the group of a job that waits for external servers. Such a job does not delay others, and only a
   * few jobs of one group run at once.
   */
  groupOf?(data: Data): string
  /** Schedule in UTC: minute, hour, day, month, weekday. */
  cron?: string
}
