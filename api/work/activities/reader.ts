import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { newId } from '#common/platform/ids.ts'
import { editMergeWindowMs } from '#common/work/activities/rules.ts'
import { query } from '../../platform/db/orm.ts'
import type { FeedChange, FeedReader } from '../../platform/feed/reader.ts'
import {
  collectActivityRecords,
  type PendingActivityRecord,
  resolveActivityNames,
} from './activity-records.ts'

/** Writes the history of work items. */
export const activitiesReader: FeedReader = {
  name: 'activities',
  begins: 'oldest',
  ignores: ['notifications'],
  handle: write,
}

async function write(em: EntityManager, workspaceId: string, changes: FeedChange[]): Promise<void> {
  const records = (await collectActivityRecords(em, changes)).map(withOriginalAuthor)
  if (records.length === 0) return
  const named = await resolveActivityNames(em, await mergeEdits(em, records))
  const rows = named.map((record) => ({ id: newId(), ...record }))
  await sql`
    insert into work_item_activities (workspace_id, ${columns})
    select ${workspaceId}::uuid, ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      id uuid, issue_id uuid, actor_id uuid, verb text, field text, old_value text, new_value text,
      old_identifier uuid, new_identifier uuid, created_at timestamptz)`.execute(query(em))
}

/**
 * Replaces the user and time of the change by the original author and date of the item. Only imported items and items
 * of sample data have an original author and date.
 */
function withOriginalAuthor(one: PendingActivityRecord): PendingActivityRecord {
  return one.original === undefined
    ? one
    : { ...one, actor_id: one.original.by ?? one.actor_id, created_at: one.original.at }
}

const columns = sql.raw(
  'id, issue_id, actor_id, verb, field, old_value, new_value, old_identifier, new_identifier, created_at',
)

/**
 * If the same user edited the description shortly before, the new edit is merged into the previous record.
 */
async function mergeEdits(
  em: EntityManager,
  records: PendingActivityRecord[],
): Promise<PendingActivityRecord[]> {
  const edited = records.filter(({ field }) => field === 'description').map(({ issue_id }) => issue_id)
  if (edited.length === 0) return records
  const { rows } = await sql<LastRecord & { issue_id: string }>`
    select distinct on (issue_id) id, issue_id, actor_id, field, created_at from work_item_activities
    where issue_id = any(${edited}::uuid[]) order by issue_id, created_at desc, id desc`.execute(query(em))
  const last = new Map<string, LastRecord>(rows.map((row) => [row.issue_id, row]))
  const later = new Map<string, Date>()
  const fresh: PendingActivityRecord[] = []
  for (const one of records) {
    const before = last.get(one.issue_id)
    if (before === undefined || !continuesEdit(before, one)) fresh.push(one)
    else if (before.id !== null) later.set(before.id, one.created_at)
    else before.created_at = one.created_at
    if (before === undefined || !continuesEdit(before, one))
      last.set(one.issue_id, Object.assign(one, { id: null }))
  }
  for (const [id, created_at] of later) {
    await query(em).updateTable('work_item_activities').set({ created_at }).where('id', '=', id).execute()
  }
  return fresh
}

interface LastRecord {
  /** Id of the stored record. Is null if the record is not stored yet. */
  id: string | null
  actor_id: string | null
  field: string | null
  created_at: Date
}

function continuesEdit(before: LastRecord, one: PendingActivityRecord): boolean {
  return (
    one.field === 'description' &&
    before.field === 'description' &&
    before.actor_id === one.actor_id &&
    one.created_at.getTime() - before.created_at.getTime() < editMergeWindowMs
  )
}
