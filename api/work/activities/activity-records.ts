import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { estimateTypes } from '#common/planning/estimates/rules.ts'
import { query } from '../../platform/db/orm.ts'
import type { ReadChange } from '../../platform/feed/reader.ts'
import type { Verb } from './entity.ts'
import { type ActivityRecord, type NamedTable, type RecordedValue, recordsOf } from './records.ts'

export interface Heard extends ActivityRecord {
  version: number
  /** Of the relation that ended, by which it is told from one that is only out of sight. */
  relation_id: string | null
  actor_id: string | null
  created_at: Date
}

/** A record as it is written and told, with everything called as it was. */
export interface NamedActivity {
  version: number
  issue_id: string
  actor_id: string | null
  verb: Verb
  field: string | null
  old_value: string | null
  new_value: string | null
  old_identifier: string | null
  new_identifier: string | null
  created_at: Date
}

/** What of these changes belongs into the history of work items that are still there. */
export async function heardIn(em: EntityManager, changes: readonly ReadChange[]): Promise<Heard[]> {
  const heard = changes.flatMap((change) =>
    recordsOf(change).map(
      (record): Heard => ({
        ...record,
        version: change.version,
        relation_id: change.entity === 'work_item_relations' ? change.id : null,
        actor_id: change.actor_id,
        created_at: change.created_at,
      }),
    ),
  )
  if (heard.length === 0) return []
  const there = await itemsThere(em, heard)
  const hidden = await relationsThere(em, heard)
  return heard.filter(
    ({ issue_id, verb, relation_id }) =>
      there.has(issue_id) && !(verb === 'deleted' && hidden.has(relation_id ?? '')),
  )
}

/** The same with names instead of ids, in order; less what differs by its ids alone. */
export async function inWords(em: EntityManager, heard: Heard[]): Promise<NamedActivity[]> {
  const wordsOf = await namesOf(em, heard)
  const fieldOf = await fieldsOf(em, heard)
  const told = heard.map(({ version, issue_id, verb, field, old, new: now, actor_id, created_at }) => ({
    version,
    issue_id,
    actor_id,
    verb,
    field: fieldOf(field, now ?? old),
    old_value: wordsOf(old),
    new_value: wordsOf(now),
    old_identifier: old && 'id' in old ? old.id : null,
    new_identifier: now && 'id' in now ? now.id : null,
    created_at,
  }))
  return withoutNamesakes(told)
}

/** What each project has rows of its own for. */
const ofProjects = new Set<string | null>([
  'state',
  'labels',
  ...estimateTypes.map((type) => `estimate_${type}`),
])

/**
 * With its project an item changes to the states and labels that are called the same there. The ids are others, but whoever reads of it
 * sees no difference.
 */
function withoutNamesakes(rows: NamedActivity[]): NamedActivity[] {
  const keyOf = ({ issue_id, field, created_at }: NamedActivity, old: string | null, now: string | null) =>
    JSON.stringify([issue_id, field, created_at, old, now])
  const all = new Set(rows.map((row) => keyOf(row, row.old_value, row.new_value)))
  // A label that came and one that went are two records, of which each is the other turned round; a state is its own.
  return rows.filter(
    (row) => !ofProjects.has(row.field) || !all.has(keyOf(row, row.new_value, row.old_value)),
  )
}

/** Of items that are purged nothing is kept. */
async function itemsThere(em: EntityManager, heard: Heard[]): Promise<Set<string>> {
  const wanted = [...new Set(heard.map(({ issue_id }) => issue_id))]
  const rows = await query(em)
    .selectFrom('work_items')
    .select('id')
    .where(sql<boolean>`id = any(${wanted}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** A relation is heard as deleted also while one of its items is in the trash. */
async function relationsThere(em: EntityManager, heard: Heard[]): Promise<Set<string>> {
  const ids = heard.flatMap(({ relation_id }) => relation_id ?? [])
  if (ids.length === 0) return new Set()
  const rows = await query(em)
    .selectFrom('work_item_relations')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** What rows are called now, which is what they were called a moment ago, when the change was made. */
async function namesOf(em: EntityManager, heard: Heard[]): Promise<(said: RecordedValue) => string | null> {
  const named = heard
    .flatMap(({ old, new: now }) => [old, now])
    .filter((said) => said !== null && 'id' in said)
  const names = new Map<string, string>()
  for (const table of new Set(named.map((one) => one.table))) {
    const ids = named.filter((one) => one.table === table).map(({ id }) => id)
    const { rows } = await sql<{
      id: string
      name: string
    }>`${named_by[table]} where t.id = any(${ids}::uuid[])`.execute(query(em))
    for (const { id, name } of rows) names.set(id, name)
  }
  return (said) => (said === null ? null : 'text' in said ? said.text : (names.get(said.id) ?? null))
}

/** Records of an estimate are called by what kind it is. */
async function fieldsOf(em: EntityManager, heard: Heard[]) {
  const said = heard.flatMap(({ field, old, new: now }) => (field === 'estimate' ? [old, now] : []))
  const ids = said.flatMap((one) => (one !== null && 'id' in one ? one.id : []))
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

const named_by: Record<NamedTable, ReturnType<typeof sql>> = {
  states: sql`select t.id, t.name from states t`,
  labels: sql`select t.id, t.name from labels t`,
  projects: sql`select t.id, t.name from projects t`,
  cycles: sql`select t.id, t.name from cycles t`,
  modules: sql`select t.id, t.name from modules t`,
  estimate_points: sql`select t.id, t.value as name from estimate_points t`,
  users: sql`select t.id, t.display_name as name from users t`,
  work_items: sql`select t.id, p.identifier || '-' || t.sequence_id as name from work_items t join projects p on p.id = t.project_id`,
}
