import type {
  AnyEntity,
  ChangeSet,
  EntityManager,
  EventSubscriber,
  FlushEventArgs,
  Platform,
  TransactionEventArgs,
} from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type EntityName, entities, isSynced } from '#common/entities.ts'
import type { Bus } from '../bus.ts'
import { announceRights, type RightsChanged } from '../documents/news.ts'
import { rightsChangedBy } from '../documents/rights-changed.ts'
import { rerunning } from './do-first.ts'
import { keptPlan } from './kept-plans.ts'
import { present } from './present.ts'

export const changesChannel = 'changes'

/** Who acts, and the id by which the acting client knows its own write. */
export interface Origin {
  actor_id: string | null
  mutation_id: string | null
}

type Row = Record<string, unknown>

interface Pending {
  entity: EntityName
  /** The row as it was, null for one that is new. */
  before: Row | null
  /** The live row; read at commit, so that several flushes of one transaction make one change. */
  after: Row
  touched: Set<string>
  removed: boolean
}

interface Batch {
  origin: Origin
  pending: Map<string, Pending>
  versions: Versions
  rights: RightsChanged[]
}

const batches = new WeakMap<EntityManager, Batch>()

/**
 * Runs a command in one transaction. What it flushes on synced tables becomes changes, written and numbered just before
 * the commit and in it, so that a row and its change are there together or not at all. A command that PostgreSQL ended because
 * it and another waited for each other runs again: all it had done is undone, so it does nothing that could not be.
 */
export async function writing<T>(
  em: EntityManager,
  origin: Origin,
  command: (em: EntityManager) => Promise<T>,
  committed?: (versions: Versions) => void,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const versions: Versions = new Map()
    try {
      const result = await rerunning((began) =>
        em.fork().transactional(async (transaction) => {
          const inner = transaction as EntityManager
          began(inner)
          batches.set(inner, { origin, pending: new Map(), versions, rights: [] })
          return command(inner)
        }),
      )
      committed?.(versions)
      return result
    } catch (error) {
      if (attempt === attempts || !gaveWay(error)) throw error
    }
  }
}

const attempts = 3

/** By PostgreSQL's codes for a serialization failure and a deadlock. */
function gaveWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')
}

/** Workspace id → the version that a transaction's last change has there. */
export type Versions = Map<string, number>

/**
 * For writes that pass by the unit of work (SQL over many rows): says what they changed, row by row. Every such write to a
 * synced table goes through here, or its change is never heard.
 */
export function recordBatch(
  em: EntityManager,
  entity: EntityName,
  rows: { before: Row | null; after: Row }[],
): void {
  const batch = batches.get(em)
  if (batch === undefined) throw new Error('recordBatch outside of writing()')
  for (const { before, after } of rows) {
    const touched = Object.keys(after).filter((key) => before === null || before[key] !== after[key])
    note(batch, entity, { before, after, touched, removed: false })
  }
}

export class ChangeFeed implements EventSubscriber {
  readonly #bus: Bus

  constructor(bus: Bus) {
    this.#bus = bus
  }

  /** Refused before anything is sent: after the flush a transaction of its own would be committed already. */
  onFlush({ em, uow }: FlushEventArgs): void {
    if (batches.has(em as EntityManager)) return
    const unheard = uow.getChangeSets().find((change) => isSynced(change.meta.tableName))
    if (unheard !== undefined) throw new Error(`${unheard.meta.tableName} was flushed outside of writing()`)
  }

  afterFlush({ em, uow }: FlushEventArgs): void {
    const batch = batches.get(em as EntityManager)
    if (batch === undefined) return
    for (const change of uow.getChangeSets()) {
      const table = change.meta.tableName
      if (isSynced(table)) note(batch, table, fromChangeSet(change, em.getPlatform()))
    }
  }

  async beforeTransactionCommit({ em, transaction }: TransactionEventArgs): Promise<void> {
    const batch = batches.get(em as EntityManager)
    if (batch === undefined || transaction?.savepointName !== undefined) return
    const manager = em as EntityManager
    const byWorkspace = new Map<string, Record<string, unknown>[]>()
    for (const pending of batch.pending.values()) {
      for (const workspace of await workspacesOf(manager, pending)) {
        const change = toChange(pending, workspace, batch.origin)
        if (change === null) continue
        const changes = byWorkspace.get(workspace)
        if (changes === undefined) byWorkspace.set(workspace, [change])
        else changes.push(change)
      }
      const { entity, before, after: row, touched } = pending
      const rights = rightsChangedBy({ entity, row, touched, isNew: before === null })
      if (rights !== null) batch.rights.push(rights)
    }
    // Always in the same order, so that two transactions over several workspaces cannot wait for each other.
    for (const workspace of [...byWorkspace.keys()].sort()) {
      const version = await append(manager, workspace, byWorkspace.get(workspace) ?? [])
      batch.versions.set(workspace, version)
    }
    batch.pending.clear()
  }

  afterTransactionCommit({ em, transaction }: TransactionEventArgs): void {
    const batch = batches.get(em as EntityManager)
    if (batch === undefined || transaction?.savepointName !== undefined) return
    for (const workspace of batch.versions.keys()) this.#bus.publish(changesChannel, workspace)
    for (const rights of batch.rights) announceRights(this.#bus, rights)
  }
}

/** Takes the counter and writes the changes in one statement: the lock is held for as short as can be. Answers the last one's version. */
async function append(em: EntityManager, workspace: string, changes: object[]): Promise<number> {
  const { rows } = await sql<{ version: string }>`
    with ${keptPlan} rows as (
      select * from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) with ordinality as r(change, place)
    ),
    counter as (
      update workspace_versions set version = version + (select count(*) from rows)
      where workspace_id = ${workspace}::uuid returning version
    )
    insert into changes (workspace_id, version, entity, entity_id, op, fields, audience, left_audience, actor_id, mutation_id)
    select ${workspace}::uuid, counter.version - (select count(*) from rows) + rows.place,
      change->>'entity', (change->>'entity_id')::uuid, change->>'op', change->'fields',
      array(select jsonb_array_elements_text(change->'audience')), array(select jsonb_array_elements_text(change->'left_audience')),
      (change->>'actor_id')::uuid, change->>'mutation_id'
    from rows, counter order by rows.place desc
    returning version`.execute(em.getKysely())
  const [last] = rows
  if (last === undefined) throw new Error(`workspace ${workspace} has no version counter`)
  return Number(last.version)
}

interface Note {
  before: Row | null
  after: Row
  touched: Iterable<string>
  removed: boolean
}

function note(batch: Batch, entity: EntityName, { before, after, touched, removed }: Note): void {
  const key = `${entity}:${after['id']}`
  const known = batch.pending.get(key)
  if (known === undefined) {
    batch.pending.set(key, { entity, before, after, touched: new Set(touched), removed })
    return
  }
  known.after = after
  known.removed ||= removed
  for (const field of touched) known.touched.add(field)
}

function fromChangeSet(change: ChangeSet<AnyEntity>, platform: Platform): Note {
  const created = change.type === 'create'
  return {
    before: created ? null : { ...change.entity, ...original(change, platform) },
    after: change.entity,
    touched: Object.keys(change.payload),
    removed: change.type === 'delete' || change.type === 'delete_early',
  }
}

/** The unit of work remembers rows as the driver gave them: arrays as text, for example. */
function original({ meta, originalEntity }: ChangeSet<AnyEntity>, platform: Platform): Row {
  const values = Object.entries(originalEntity ?? {})
  return Object.fromEntries(
    values.map(([name, value]) => {
      const property = meta.properties[name]
      const type = property?.customType
      return [name, type && value !== null ? type.convertToJSValue(value, platform) : value]
    }),
  )
}

async function workspacesOf(em: EntityManager, { entity, after }: Pending): Promise<string[]> {
  if (entity === 'workspaces') return [String(after['id'])]
  if (typeof after['workspace_id'] === 'string') return [after['workspace_id']]
  const memberships = await em.execute<{ workspace_id: string }[]>(
    'select workspace_id from workspace_members where member_id = ? and is_active',
    [after['id']],
  )
  return memberships.map((membership) => membership.workspace_id)
}

/** Null where nothing that others may see has changed. */
function toChange(pending: Pending, workspace: string, origin: Origin): Record<string, unknown> | null {
  const { entity, before, after } = pending
  const { schema, audience } = entities[entity]
  const heard = audience as (row: Row, workspaceId: string) => string[]
  const wasThere = before !== null && !before['deleted_at']
  const isThere = !pending.removed && !after['deleted_at']
  if (!wasThere && !isThere) return null
  const op = !isThere ? 'delete' : wasThere ? 'update' : 'create'
  const row = present(schema, after)
  const changed = pick(row, pending.touched)
  if (op === 'update' && Object.keys(changed).length === 0) return null
  const now = heard(after, workspace)
  const then = wasThere ? heard(before, workspace) : now
  // Whoever comes to hear of the row by this very change has never seen it, so they need it whole. Lists leave out memberships that
  // have ended, so whoever has read one has not seen them either.
  const widened = wasThere && (before['is_active'] === false || now.some((name) => !then.includes(name)))
  const told = { create: row, update: widened ? row : withMember(changed, row), delete: {} }
  return {
    entity,
    entity_id: after['id'],
    op,
    fields: told[op],
    audience: now,
    left_audience: then.filter((name) => !now.includes(name)),
    ...origin,
  }
}

/** Of a membership it is always said whose it is. */
function withMember(changed: Row, row: Row): Row {
  return 'member_id' in row ? { ...changed, member_id: row['member_id'] } : changed
}

function pick(row: Row, keys: Set<string>): Row {
  return Object.fromEntries(Object.entries(row).filter(([key]) => keys.has(key)))
}
