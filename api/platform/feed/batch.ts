import type { EntityManager } from '@mikro-orm/postgresql'
import type { EntityName } from '#common/entities.ts'
import type { Change } from '#common/platform/changes.ts'
import type { WriteOrigin } from '../context/ports.ts'

/** The version of the transaction's last change, by workspace id. */
export type WorkspaceVersions = Map<string, number>

export type SyncedRow = Record<string, unknown>

/** The changes of one row in a transaction. */
export interface PendingChange {
  entity: EntityName
  /** The row before the transaction. Is null for a new row. */
  before: SyncedRow | null
  /**
   * The entity itself. The entity is read at commit, so that several flushes of one transaction produce one
   * change.
   */
  after: SyncedRow
  touched: Set<string>
  removed: boolean
}

/** A write with its answer. The answer is returned if the same write is sent again. */
export interface IdempotencyRecord {
  user_id: string
  mutation_id: string
  /** Hash of method, URL and body. A different request with the same mutation id is a client error. */
  request: string
  status: number
  answer: string | null
  /** The workspace whose version the answer contains. Is null if the answer belongs to no workspace. */
  workspace_id: string | null
}

/** All changes of synced rows in a transaction. */
export interface ChangeBatch {
  origin: WriteOrigin
  pending: Map<string, PendingChange>
  versions: WorkspaceVersions
  /** Changes by workspace id. This map is filled just before the commit. */
  changes: Map<string, NewChange[]>
  /** The answer to store together with the changes. Is null if the write has no mutation id. */
  answered: IdempotencyRecord | null
}

/** A change that has no version yet. */
export interface NewChange
  extends Pick<Change, 'entity' | 'op' | 'fields'>,
    Pick<WriteOrigin, 'actor_id' | 'mutation_id'> {
  entity_id: string
  /** Values before the change. Is undefined for a new row. */
  old_fields?: SyncedRow
  audience: string[]
  left_audience: string[]
}

const batches = new WeakMap<object, ChangeBatch>()

export function beginChangeBatch(em: EntityManager, origin: WriteOrigin, versions: WorkspaceVersions): void {
  batches.set(em, { origin, versions, pending: new Map(), changes: new Map(), answered: null })
}

/**
 * Returns the changes of the transaction, or undefined outside `runInChangeBatch()`. The parameter is an
 * object, because MikroORM's events do not type the entity manager of the driver.
 */
export function getCurrentBatch(em: object): ChangeBatch | undefined {
  return batches.get(em)
}

interface Recorded {
  before: SyncedRow | null
  after: SyncedRow
  /**
   * Id of the user, for rows that each user sees differently. A transaction then produces one change per
   * user.
   */
  of?: string | undefined
}

/**
 * Records changes of bulk SQL, which the unit of work does not see. Every such write to a synced table must
 * call this function, or clients never receive the change. `before` must contain the real old values of
 * changed fields, because feed readers receive them.
 */
export function recordBulkChanges(em: EntityManager, entity: EntityName, rows: Recorded[]): void {
  const batch = batches.get(em)
  if (batch === undefined) throw new Error('recordBatch outside of writing()')
  for (const { before, after, of } of rows) {
    const touched = Object.keys(after).filter((key) => before === null || before[key] !== after[key])
    addPendingChange(batch, entity, { before, after, touched, removed: false, of })
  }
}

export interface RowChange {
  before: SyncedRow | null
  after: SyncedRow
  touched: Iterable<string>
  removed: boolean
  of?: string | undefined
}

export function addPendingChange(
  batch: ChangeBatch,
  entity: EntityName,
  { before, after, touched, removed, of }: RowChange,
): void {
  const key = `${entity}:${after['id']}:${of ?? ''}`
  const known = batch.pending.get(key)
  if (known === undefined) {
    batch.pending.set(key, { entity, before, after, touched: new Set(touched), removed })
    return
  }
  known.after = after
  known.removed ||= removed
  for (const field of touched) known.touched.add(field)
}
