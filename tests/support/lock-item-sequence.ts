import pg from 'pg'
import { pollUntilTrue } from './document-clients.ts'

/** A project in which no work item can be created until the lock on its item sequence is released. */
export interface LockedItemSequence {
  /** Resolves when a request waits for the lock. */
  isWaitedFor(): Promise<void>
  release(): Promise<void>
}

/**
 * Locks the item sequence of a project. If the server stops while the lock is held, its embedded database
 * stops too and ends the connection that holds the lock.
 */
export async function lockItemSequence(databaseUrl: string, project_id: string): Promise<LockedItemSequence> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query('select last from project_sequences where project_id = $1 for update', [project_id])
  return {
    isWaitedFor: () =>
      pollUntilTrue(async () => {
        const { rows } = await client.query('select 1 from pg_locks where not granted')
        return rows.length > 0
      }, 'a request waits'),
    async release() {
      await client.query('commit')
      await client.end()
    },
  }
}
