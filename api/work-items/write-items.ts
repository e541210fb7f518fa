import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { forbidden, invalid, notFound } from '#common/errors.ts'
import { canEditWorkItem } from '#common/work-items/rules.ts'
import { workItemRow } from '#common/work-items/schema.ts'
import type { ProjectContext } from '../context.ts'
import { keptPlan } from '../db/kept-plans.ts'
import { query } from '../db/orm.ts'
import type { Tables } from '../db/tables.ts'
import { recordBatch } from '../feed/batch.ts'
import { assigned } from './assigned.ts'
import { actorOf } from './load.ts'

/** What commands write of an item that is there, with the columns' types; whoever changes another column adds it here. */
const written = {
  name: 'text',
  state_id: 'uuid',
  state__group: 'text',
  completed_at: 'timestamptz',
  priority: 'text',
  sort_order: 'float8',
  assignee_ids: 'uuid[]',
  subscriber_ids: 'uuid[]',
  label_ids: 'uuid[]',
  start_date: 'date',
  target_date: 'date',
  parent_id: 'uuid',
  archived_at: 'timestamptz',
  deleted_at: 'timestamptz',
  updated_at: 'timestamptz',
  updated_by: 'uuid',
} as const
type Written = keyof typeof written
const writtenNames = Object.keys(written) as Written[]

export type ItemRow = Pick<Selectable<Tables['work_items']>, keyof typeof workItemRow.shape | 'deleted_at'>
export type ItemPatch = Partial<Pick<ItemRow, Written>>

/** The items of the project with these ids, locked; unless the caller sees every one, nothing is found. */
export async function lockItems(
  ctx: ProjectContext,
  ids: string[],
  { trashed = false } = {},
): Promise<ItemRow[]> {
  if (ids.length === 0) throw invalid('issue_ids', 'Issue IDs are required')
  const wanted = new Set(ids)
  const rows = await selectLocked(ctx, [...wanted])
  const found = trashed ? rows : rows.filter((row) => row.deleted_at === null)
  if (found.length < wanted.size) throw notFound('Issue not found')
  return found
}

/** The same, for a change that an archived item does not take. */
export async function lockEditable(ctx: ProjectContext, ids: string[]): Promise<ItemRow[]> {
  const rows = await lockItems(ctx, ids)
  if (!rows.every((row) => canEditWorkItem(actorOf(ctx), row))) throw forbidden()
  return rows
}

/**
 * Writes what differs, in one statement and as one batch of changes; answers the items as they are now, in the order given. Rows that
 * a patch leaves as they were are not touched.
 */
export async function writeItems(
  ctx: ProjectContext,
  items: { before: ItemRow; patch: ItemPatch }[],
): Promise<ItemRow[]> {
  const updated_at = new Date()
  const changed: { before: ItemRow; after: ItemRow }[] = []
  const rows = items.map(({ before, patch: wanted }) => {
    const patch: ItemPatch = wanted.assignee_ids
      ? { ...wanted, ...assigned(before, wanted.assignee_ids) }
      : wanted
    const differing = writtenNames.filter((name) => name in patch && !same(before[name], patch[name]))
    if (differing.length === 0) return before
    const after: ItemRow = { ...before, updated_at, updated_by: ctx.user.id }
    Object.assign(after, Object.fromEntries(differing.map((name) => [name, patch[name]])))
    changed.push({ before, after })
    return after
  })
  if (changed.length === 0) return rows
  const values = changed.map(({ after }) => pick(after, ['id', ...writtenNames]))
  await sql`${updateSql} ${JSON.stringify(values)}::jsonb) as r(${recordType}) where work_items.id = r.id`.execute(
    query(ctx.em),
  )
  recordBatch(ctx.em, 'work_items', changed)
  return rows
}

/*
 * Whatever differs, all columns are written: the rows are locked, so the others hold what they held, and one wording has one plan, which
 * each connection keeps.
 */
const assignments = writtenNames.map((name) => `${name} = r.${name}`).join(', ')
const updateSql = sql`update ${keptPlan} work_items set ${sql.raw(assignments)} from jsonb_to_recordset(`
const recordType = sql.raw(['id uuid', ...writtenNames.map((name) => `${name} ${written[name]}`)].join(', '))

const columns = sql.raw(
  [...Object.keys(workItemRow.shape), 'deleted_at'].map((name) => `"${name}"`).join(', '),
)

/** In one order, so that two commands over the same items wait for each other instead of ending in a deadlock. */
async function selectLocked(ctx: ProjectContext, ids: string[]): Promise<ItemRow[]> {
  const maker = ctx.project.sees_all ? null : ctx.user.id
  const { rows } = await sql<ItemRow>`
    select ${keptPlan} ${columns} from work_items
    where id = any(${ids}::uuid[]) and project_id = ${ctx.project.id}
      and (${maker}::uuid is null or created_by = ${maker}::uuid)
    order by id for no key update`.execute(query(ctx.em))
  return rows
}

function pick<Row extends object>(row: Row, names: (keyof Row)[]): Partial<Row> {
  const picked: Partial<Row> = {}
  for (const name of names) picked[name] = row[name]
  return picked
}

function same(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, at) => value === b[at])
  }
  return a === b
}
