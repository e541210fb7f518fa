import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { estimateTypes } from '#common/planning/estimates/rules.ts'
import { query } from '../../platform/db/orm.ts'
import type { FeedChange } from '../../platform/feed/reader.ts'
import type { ActivityVerb } from './entity.ts'
import {
  type ActivityRecord,
  activityRecordsOf,
  type RecordedValue,
  type ReferencedTable,
} from './records.ts'

export interface PendingActivityRecord extends ActivityRecord {
  version: number
  /**
   * Id of the changed relation, or null for other changes. If the change is a delete, the id shows whether the
   * relation was deleted, or only hidden because one of its items is in the trash.
   */
  relation_id: string | null
  actor_id: string | null
  created_at: Date
}

/**
 * An activity record that contains names instead of ids. It is stored in this form, and notifications use it.
 */
export interface ActivityWithNames {
  version: number
  issue_id: string
  actor_id: string | null
  verb: ActivityVerb
  field: string | null
  old_value: string | null
  new_value: string | null
  old_identifier: string | null
  new_identifier: string | null
  created_at: Date
}

/** Returns the history entries for the given changes. Entries of items that have been purged are left out. */
export async function collectActivityRecords(
  em: EntityManager,
  changes: readonly FeedChange[],
): Promise<PendingActivityRecord[]> {
  const records = changes.flatMap((change) =>
    activityRecordsOf(change).map(
      (record): PendingActivityRecord => ({
        ...record,
        version: change.version,
        relation_id: change.entity === 'work_item_relations' ? change.id : null,
        actor_id: change.actor_id,
        created_at: change.created_at,
      }),
    ),
  )
  if (records.length === 0) return []
  const items = await existingItems(em, records)
  const hiddenRelations = await existingRelations(em, records)
  return records.filter(
    ({ issue_id, verb, relation_id }) =>
      items.has(issue_id) && !(verb === 'deleted' && hiddenRelations.has(relation_id ?? '')),
  )
}

/**
 * Replaces ids by names. A record of a field that refers to rows of a single project is dropped if the old and the
 * new name are equal, because users would see no difference.
 */
export async function resolveActivityNames(
  em: EntityManager,
  records: PendingActivityRecord[],
): Promise<ActivityWithNames[]> {
  const nameOf = await loadNames(em, records)
  const fieldOf = await loadFields(em, records)
  const named = records.map(({ version, issue_id, verb, field, old, new: now, actor_id, created_at }) => ({
    version,
    issue_id,
    actor_id,
    verb,
    field: fieldOf(field, now ?? old),
    old_value: nameOf(old),
    new_value: nameOf(now),
    old_identifier: old && 'id' in old ? old.id : null,
    new_identifier: now && 'id' in now ? now.id : null,
    created_at,
  }))
  return dropEqualNames(named)
}

/**
 * Fields that refer to rows of a single project. If an item moves to another project, the ids in these fields
 * change even if the names stay equal.
 */
const projectFields = new Set<string | null>([
  'state',
  'labels',
  ...estimateTypes.map((type) => `estimate_${type}`),
])

/**
 * Drops changes of ids without a change of the name. When an item moves to another project, it gets the
 * states and labels with the same names in that project.
 */
function dropEqualNames(rows: ActivityWithNames[]): ActivityWithNames[] {
  const keyOf = (
    { issue_id, field, created_at }: ActivityWithNames,
    old: string | null,
    now: string | null,
  ) => JSON.stringify([issue_id, field, created_at, old, now])
  const all = new Set(rows.map((row) => keyOf(row, row.old_value, row.new_value)))
  // A replaced label has two records that mirror each other: one removes a label, and one adds a label of the
  // same name. A replaced state has a single record.
  return rows.filter(
    (row) => !projectFields.has(row.field) || !all.has(keyOf(row, row.new_value, row.old_value)),
  )
}

/** Returns the ids of items that still exist, because purged items have no history. */
async function existingItems(em: EntityManager, records: PendingActivityRecord[]): Promise<Set<string>> {
  const wanted = [...new Set(records.map(({ issue_id }) => issue_id))]
  const rows = await query(em)
    .selectFrom('work_items')
    .select('id')
    .where(sql<boolean>`id = any(${wanted}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Returns the ids of relations that still exist. When an item is moved to the trash, the feed contains a delete of
 * each of its relations, although the relations still exist.
 */
async function existingRelations(em: EntityManager, records: PendingActivityRecord[]): Promise<Set<string>> {
  const ids = records.flatMap(({ relation_id }) => relation_id ?? [])
  if (ids.length === 0) return new Set()
  const rows = await query(em)
    .selectFrom('work_item_relations')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Loads the current names. They are also the names at the time of the change, because a change is processed
 * within seconds.
 */
async function loadNames(
  em: EntityManager,
  records: PendingActivityRecord[],
): Promise<(value: RecordedValue) => string | null> {
  const named = records
    .flatMap(({ old, new: now }) => [old, now])
    .filter((value) => value !== null && 'id' in value)
  const names = new Map<string, string>()
  for (const table of new Set(named.map((one) => one.table))) {
    const ids = named.filter((one) => one.table === table).map(({ id }) => id)
    const { rows } = await sql<{
      id: string
      name: string
    }>`${nameQueries[table]} where t.id = any(${ids}::uuid[])`.execute(query(em))
    for (const { id, name } of rows) names.set(id, name)
  }
  return (value) => (value === null ? null : 'text' in value ? value.text : (names.get(value.id) ?? null))
}

/**
 * Returns a function that returns the field name of a record. The field name of an estimate contains the type
 * of the estimate.
 */
async function loadFields(em: EntityManager, records: PendingActivityRecord[]) {
  const values = records.flatMap(({ field, old, new: now }) => (field === 'estimate' ? [old, now] : []))
  const ids = values.flatMap((one) => (one !== null && 'id' in one ? one.id : []))
  if (ids.length === 0) return (field: string | null) => field
  const { rows } = await sql<{ id: string; type: string }>`
    select p.id, e.type from estimate_points p join estimates e on e.id = p.estimate_id
    where p.id = any(${ids}::uuid[])`.execute(query(em))
  const types = new Map(rows.map((row) => [row.id, row.type]))
  return (field: string | null, of: RecordedValue) => {
    if (field !== 'estimate' || of === null || !('id' in of)) return field
    return `estimate_${types.get(of.id) ?? 'points'}`
  }
}

const nameQueries: Record<ReferencedTable, ReturnType<typeof sql>> = {
  states: sql`select t.id, t.name from states t`,
  labels: sql`select t.id, t.name from labels t`,
  projects: sql`select t.id, t.name from projects t`,
  cycles: sql`select t.id, t.name from cycles t`,
  modules: sql`select t.id, t.name from modules t`,
  estimate_points: sql`select t.id, t.value as name from estimate_points t`,
  users: sql`select t.id, t.display_name as name from users t`,
  work_items: sql`select t.id, p.identifier || '-' || t.sequence_id as name from work_items t join projects p on p.id = t.project_id`,
}
