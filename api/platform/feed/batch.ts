import type { EntityManager } from '@mikro-orm/postgresql'
import type { EntityName } from '#common/entities.ts'
import type { Change } from '#common/platform/changes.ts'
import type { Origin } from '../context/ports.ts'

/** Workspace id → the version that a transaction's last change has there. */
export type Versions = Map<string, number>

export type Row = Record<string, unknown>

/** What a transaction did to one row. */
export interface Pending {
  entity: EntityName
  /** The row as it was, null for one that is new. */
  before: Row | null
  /** The live row; read at commit, so that several flushes of one transaction make one change. */
  after: Row
  touched: Set<string>
  removed: boolean
}

/** A write and its answer, by which the same write sent again is known. */
export interface AnsweredWrite {
  user_id: string
  mutation_id: string
  /** A hash of method, address and body: another write under the same id is a mistake of the client's. */
  request: string
  status: number
  answer: string | null
  /** Its version is told with the answer. */
  workspace_id: string | null
}

/** What a transaction did to all rows that are synced. */
export interface Batch {
  origin: Origin
  pending: Map<string, Pending>
  versions: Versions
  /** By workspace; filled just before the commit. */
  changes: Map<string, NewChange[]>
  /** Committed with it, when the write has a mutation id. */
  answered: AnsweredWrite | null
}

/** A change before it has a version, as it is written to the table. */
export interface NewChange
  extends Pick<Change, 'entity' | 'op' | 'fields'>,
    Pick<Origin, 'actor_id' | 'mutation_id'> {
  entity_id: string
  /** Undefined where there was no row. */
  old_fields?: Row
  audience: string[]
  left_audience: string[]
}

const batches = new WeakMap<object, Batch>()

export function beginBatch(em: EntityManager, origin: Origin, versions: Versions): void {
  batches.set(em, { origin, versions, pending: new Map(), changes: new Map(), answered: null })
}

/** Undefined outside of `writing()`. MikroORM's events name the manager by its driver-independent type. */
export function batchOf(em: object): Batch | undefined {
  return batches.get(em)
}

interface Recorded {
  before: Row | null
  after: Row
  /** Where each person has their own view of a row: whose it is. One transaction makes one change of each. */
  of?: string | undefined
}

/**
 * For writes that pass by the unit of work (SQL over many rows): says what they changed, row by row. Every such write to a
 * synced table goes through here, or its change is never heard. `before` has the true old value of whatever differs: readers get it.
 */
export function recordBatch(em: EntityManager, entity: EntityName, rows: Recorded[]): void {
  const batch = batches.get(em)
  if (batch === undefined) throw new Error('recordBatch outside of writing()')
  for (const { before, after, of } of rows) {
    const touched = Object.keys(after).filter((key) => before === null || before[key] !== after[key])
    note(batch, entity, { before, after, touched, removed: false, of })
  }
}

export interface RowChange {
  before: Row | null
  after: Row
  touched: Iterable<string>
  removed: boolean
  of?: string | undefined
}

export function note(
  batch: Batch,
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
