import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { newId } from '#common/platform/ids.ts'
import { sameEdit } from '#common/work/activities/rules.ts'
import { query } from '../../platform/db/orm.ts'
import type { FeedReader, ReadChange } from '../../platform/feed/reader.ts'
import { type Heard, heardIn, inWords } from './activity-records.ts'

/** Writes the history of work items. */
export const activities: FeedReader = {
  name: 'activities',
  begins: 'oldest',
  ignores: ['notifications'],
  handle: write,
}

async function write(em: EntityManager, workspaceId: string, changes: ReadChange[]): Promise<void> {
  const heard = (await heardIn(em, changes)).map(asMade)
  if (heard.length === 0) return
  const told = await inWords(em, await withoutSameEdits(em, heard))
  const rows = told.map((record) => ({ id: newId(), ...record }))
  await sql`
    insert into work_item_activities (workspace_id, ${columns})
    select ${workspaceId}::uuid, ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      id uuid, issue_id uuid, actor_id uuid, verb text, field text, old_value text, new_value text,
      old_identifier uuid, new_identifier uuid, created_at timestamptz)`.execute(query(em))
}

/** Samples and imports bring in items of others, with their authors and days. */
function asMade(one: Heard): Heard {
  return one.made === undefined
    ? one
    : { ...one, actor_id: one.made.by ?? one.actor_id, created_at: one.made.at }
}

const columns = sql.raw(
  'id, issue_id, actor_id, verb, field, old_value, new_value, old_identifier, new_identifier, created_at',
)

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
