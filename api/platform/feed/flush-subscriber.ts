import {
  type AnyEntity,
  type ChangeSet,
  type EntityManager,
  type EventSubscriber,
  type FlushEventArgs,
  JsonType,
  type Platform,
  type TransactionEventArgs,
  type Type,
} from '@mikro-orm/postgresql'
import { isSyncedTable } from '#common/entities.ts'
import type { Bus } from '../bus.ts'
import { appendChanges } from './append.ts'
import {
  addPendingChange,
  type ChangeBatch,
  getCurrentBatch,
  type RowChange,
  type SyncedRow,
} from './batch.ts'
import { describeChange, findAffectedWorkspaces } from './describe-change.ts'
import { insertIdempotencyRecord } from './stored-answers.ts'
import { changesChannel } from './wake.ts'

/**
 * Records rows that are flushed within `runInChangeBatch()`, and stores them as changes just before the
 * commit.
 */
export class ChangeFeedSubscriber implements EventSubscriber {
  readonly #bus: Bus

  constructor(bus: Bus) {
    this.#bus = bus
  }

  /**
   * Throws for a flush outside of `runInChangeBatch()`, before any SQL is sent. Such a flush would use an
   * implicit transaction, whose changes would be missing in the change feed.
   */
  onFlush({ em, uow }: FlushEventArgs): void {
    if (getCurrentBatch(em) !== undefined) return
    const unheard = uow.getChangeSets().find((change) => isSyncedTable(change.meta.tableName))
    if (unheard !== undefined) throw new Error(`${unheard.meta.tableName} was flushed outside of writing()`)
  }

  afterFlush({ em, uow }: FlushEventArgs): void {
    const batch = getCurrentBatch(em)
    if (batch === undefined) return
    for (const change of uow.getChangeSets()) {
      const table = change.meta.tableName
      if (isSyncedTable(table)) addPendingChange(batch, table, toRowChange(change, em.getPlatform()))
    }
  }

  async beforeTransactionCommit({ em, transaction }: TransactionEventArgs): Promise<void> {
    const batch = getCurrentBatch(em)
    if (batch === undefined || transaction?.savepointName !== undefined) return
    const manager = em as EntityManager
    await describeAll(manager, batch)
    // Write to the workspaces in a fixed order. Otherwise two transactions over several workspaces could
    // deadlock.
    for (const [workspace, changes] of [...batch.changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const answered = batch.answered?.workspace_id === workspace ? batch.answered : null
      batch.versions.set(workspace, await appendChanges(manager, workspace, changes, answered))
    }
    const { answered } = batch
    if (answered !== null && !batch.changes.has(answered.workspace_id ?? '')) {
      await insertIdempotencyRecord(manager, answered, null)
    }
  }

  afterTransactionCommit({ em, transaction }: TransactionEventArgs): void {
    const batch = getCurrentBatch(em)
    if (batch === undefined || transaction?.savepointName !== undefined) return
    for (const workspace of batch.versions.keys()) this.#bus.publish(changesChannel, workspace)
  }
}

async function describeAll(em: EntityManager, { pending, changes, origin }: ChangeBatch): Promise<void> {
  for (const one of pending.values()) {
    for (const workspace of await findAffectedWorkspaces(em, one)) {
      const change = describeChange(one, workspace, origin)
      if (change === null) continue
      const others = changes.get(workspace)
      if (others === undefined) changes.set(workspace, [change])
      else others.push(change)
    }
  }
  pending.clear()
}

export function toRowChange(change: ChangeSet<AnyEntity>, platform: Platform): RowChange {
  const created = change.type === 'create'
  return {
    before: created ? null : { ...change.entity, ...original(change, platform) },
    after: change.entity,
    touched: Object.keys(change.payload),
    removed: change.type === 'delete' || change.type === 'delete_early',
  }
}

/**
 * Returns the original values of an entity. MikroORM stores them as the driver returns them, with arrays and
 * JSON as text.
 */
function original({ meta, originalEntity }: ChangeSet<AnyEntity>, platform: Platform): SyncedRow {
  const values = Object.entries(originalEntity ?? {})
  return Object.fromEntries(
    values.map(([name, value]) => {
      const type = meta.properties[name]?.customType
      return [name, type && value !== null ? fromDriver(type, value, platform) : value]
    }),
  )
}

/**
 * Converts a value from the driver's form. MikroORM's `JsonType` expects that the driver has parsed the JSON, so this
 * function parses it.
 */
function fromDriver(type: Type<unknown>, value: unknown, platform: Platform): unknown {
  if (type instanceof JsonType && typeof value === 'string') return JSON.parse(value)
  return type.convertToJSValue(value, platform)
}
