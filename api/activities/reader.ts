import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { sameEdit } from '#common/activities/rules.ts'
import { estimateTypes } from '#common/estimates/rules.ts'
import { newId } from '#common/ids.ts'
import { query } from '../db/orm.ts'
import type { FeedReader, ReadChange } from '../feed/reader.ts'
import { type ActivityRecord, type NamedTable, recordsOf, type Said } from './records.ts'

/** Writes the history of work items. */
export const activities: FeedReader = { name: 'activities', begins: 'oldest', handle: write }

interface Heard extends ActivityRecord {
  /** Of the relation that ended, by which it is told from one that is only out of sight. */
  relation_id: string | null
  actor_id: string | null
  created_at: Date
}

async function write(em: EntityManager, workspaceId: string, changes: ReadChange[]): Promise<void> {
  const heard = changes.flatMap((change) =>
    recordsOf(change).map(
      (record): Heard => ({
        ...record,
        relation_id: change.entity === 'work_item_relations' ? change.id : null,
        actor_id: change.actor_id,
        created_at: change.created_at,
      }),
    ),
  )
  if (heard.length === 0) return
  const there = await itemsThere(em, heard)
  const hidden = await relationsThere(em, heard)
  const kept = heard.filter(
    ({ issue_id, verb, relation_id }) =>
      there.has(issue_id) && !(verb === 'deleted' && hidden.has(relation_id ?? '')),
  )
  const fresh = await withoutSameEdits(em, kept)
  const wordsOf = await namesOf(em, fresh)
  const fieldOf = await fieldsOf(em, fresh)
  const told = fresh.map(({ issue_id, verb, field, old, new: now, actor_id, created_at }) => ({
    id: newId(),
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
  const rows = withoutNamesakes(told)
  await sql`
    insert into work_item_activities (workspace_id, ${columns})
    select ${workspaceId}::uuid, ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      id uuid, issue_id uuid, actor_id uuid, verb text, field text, old_value text, new_value text,
      old_identifier uuid, new_identifier uuid, created_at timestamptz)`.execute(query(em))
}

const columns = sql.raw(
  'id, issue_id, actor_id, verb, field, old_value, new_value, old_identifier, new_identifier, created_at',
)

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
function withoutNamesakes<R extends Told>(rows: R[]): R[] {
  const keyOf = ({ issue_id, field, created_at }: Told, old: string | null, now: string | null) =>
    JSON.stringify([issue_id, field, created_at, old, now])
  const all = new Set(rows.map((row) => keyOf(row, row.old_value, row.new_value)))
  // A label that came and one that went are two records, of which each is the other turned round; a state is its own.
  return rows.filter(
    (row) => !ofProjects.has(row.field) || !all.has(keyOf(row, row.new_value, row.old_value)),
  )
}

interface Told {
  issue_id: string
  field: string | null
  old_value: string | null
  new_value: string | null
  created_at: Date
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

/** Edits of a text go into the record of the edit before, when that is the last one, by the same person and not long ago. */
async function withoutSameEdits(em: EntityManager, heard: Heard[]): Promise<Heard[]> {
  const edited = heard.filter(({ field }) => field === 'description').map(({ issue_id }) => issue_id)
  if (edited.length === 0) return heard
  const { rows } = await sql<Last & { issue_id: string }>`
    select distinct on (issue_id) id, issue_id, actor_id, field, created_at from work_item_activities
    where issue_id = any(${edited}::uuid[]) order by issue_id, created_at desc, id desc`.execute(query(em))
  const last = new Map<string, Last>(rows.map((row) => [row.issue_id, row]))
  const later = new Map<string, Date>()
  const fresh: Heard[] = []
  for (const one of heard) {
    const before = last.get(one.issue_id)
    if (before === undefined || !isSameEdit(before, one)) fresh.push(one)
    else if (before.id !== null) later.set(before.id, one.created_at)
    else before.created_at = one.created_at
    if (before === undefined || !isSameEdit(before, one))
      last.set(one.issue_id, Object.assign(one, { id: null }))
  }
  for (const [id, created_at] of later) {
    await query(em).updateTable('work_item_activities').set({ created_at }).where('id', '=', id).execute()
  }
  return fresh
}

interface Last {
  /** Null of one that is about to be written. */
  id: string | null
  actor_id: string | null
  field: string | null
  created_at: Date
}

function isSameEdit(before: Last, one: Heard): boolean {
  return (
    one.field === 'description' &&
    before.field === 'description' &&
    before.actor_id === one.actor_id &&
    one.created_at.getTime() - before.created_at.getTime() < sameEdit
  )
}

/** What rows are called now, which is what they were called a moment ago, when the change was made. */
async function namesOf(em: EntityManager, heard: Heard[]): Promise<(said: Said) => string | null> {
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
  return (field: string | null, of: Said) => {
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
