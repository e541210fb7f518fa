import type {
  AnyEntity,
  ChangeSet,
  EntityManager,
  EventSubscriber,
  FlushEventArgs,
  TransactionEventArgs,
} from '@mikro-orm/postgresql'
import type { Bus } from '../../platform/bus.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type AuditEntry, takeAuditEntries } from '../../platform/feed/audit-entry.ts'
import { type ChangeBatch, getCurrentBatch } from '../../platform/feed/batch.ts'
import { toRowChange } from '../../platform/feed/flush-subscriber.ts'
import { type AuditedRowChange, auditedTables } from './audited-tables.ts'
import { insertAuditRecords } from './insert-records.ts'

/**
 * The bus channel of new audit entries. A message contains the workspace's id, or is empty for an entry that
 * belongs to no workspace.
 */
export const auditChannel = 'audit'

interface Noted extends AuditedRowChange {
  table: keyof Tables
}

/** Subscribes to flushes within `runInChangeBatch()` and writes the audit entries in the same transaction. */
export class AuditLogSubscriber implements EventSubscriber {
  readonly #bus: Bus
  readonly #noted = new WeakMap<ChangeBatch, Map<string, Noted>>()
  readonly #written = new WeakMap<ChangeBatch, Set<string>>()

  constructor(bus: Bus) {
    this.#bus = bus
  }

  onFlush({ em, uow }: FlushEventArgs): void {
    if (getCurrentBatch(em) !== undefined) return
    const unseen = uow.getChangeSets().find((change) => isWatched(change.meta.tableName))
    if (unseen !== undefined) throw new Error(`${unseen.meta.tableName} was flushed outside of writing()`)
  }

  afterFlush({ em, uow }: FlushEventArgs): void {
    const batch = getCurrentBatch(em)
    if (batch === undefined) return
    for (const change of uow.getChangeSets()) {
      const table = change.meta.tableName
      if (isWatched(table)) this.#note(em as EntityManager, batch, table, change)
    }
  }

  async beforeTransactionCommit({ em, transaction }: TransactionEventArgs): Promise<void> {
    const batch = getCurrentBatch(em)
    if (batch === undefined || transaction?.savepointName !== undefined) return
    const former = this.#formerNames(batch)
    const deeds = [...this.#meantBy(batch), ...takeAuditEntries(batch)]
    this.#noted.delete(batch)
    if (deeds.length === 0) return
    await insertAuditRecords(em as EntityManager, batch.origin, deeds, former)
    this.#written.set(batch, new Set(deeds.map(({ workspace_id }) => workspace_id ?? '')))
  }

  afterTransactionCommit({ em, transaction }: TransactionEventArgs): void {
    const batch = getCurrentBatch(em)
    if (batch === undefined || transaction?.savepointName !== undefined) return
    for (const workspace of this.#written.get(batch) ?? []) this.#bus.publish(auditChannel, workspace)
  }

  /**
   * Merges several flushes of one transaction into one entry. The entry contains the row before the first flush
   * and after the last flush.
   */
  #note(em: EntityManager, batch: ChangeBatch, table: keyof Tables, change: ChangeSet<AnyEntity>): void {
    const noted = this.#noted.get(batch) ?? new Map<string, Noted>()
    this.#noted.set(batch, noted)
    const { before, after, removed } = toRowChange(change, em.getPlatform())
    const key = `${table}:${JSON.stringify(change.getPrimaryKey())}`
    const known = noted.get(key)
    noted.set(key, {
      table,
      before: known === undefined ? before : known.before,
      after: removed ? null : after,
      actor_id: batch.origin.actor_id,
    })
  }

  /** Returns the previous names of renamed users, since an entry shows the name before the change. */
  #formerNames(batch: ChangeBatch): Map<string, string> {
    const renamed = [...(this.#noted.get(batch)?.values() ?? [])].filter(({ table }) => table === 'users')
    return new Map(
      renamed.flatMap(({ before }) =>
        before === null ? [] : [[String(before['id']), String(before['display_name'])]],
      ),
    )
  }

  #meantBy(batch: ChangeBatch): AuditEntry[] {
    return [...(this.#noted.get(batch)?.values() ?? [])].flatMap(({ table, ...change }) => {
      const meaning = auditedTables[table]
      return typeof meaning === 'string' ? [] : meaning(change)
    })
  }
}

function isWatched(table: string): table is keyof Tables {
  return Object.hasOwn(auditedTables, table) && typeof auditedTables[table as keyof Tables] !== 'string'
}
