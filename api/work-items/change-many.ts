import { sql } from 'kysely'
import { forbidden, invalid, notFound } from '#common/errors.ts'
import { canEditWorkItem } from '#common/work-items/rules.ts'
import { workItemRow } from '#common/work-items/schema.ts'
import type { ProjectContext } from '../context.ts'
import { recordBatch } from '../db/change-feed.ts'
import { query } from '../db/orm.ts'
import { refuseArchived } from '../projects/commands.ts'
import { assigned } from './assigned.ts'
import { actorOf } from './load.ts'

const columns = Object.keys(workItemRow.shape) as (keyof typeof workItemRow.shape)[]

/** What commands over many items write, with the columns' types; whoever changes another column adds it here. */
const written = {
  name: 'text',
  state_id: 'uuid',
  state__group: 'text',
  completed_at: 'timestamptz',
  priority: 'text',
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

export type ItemRow = Awaited<ReturnType<typeof selectLocked>>[number]
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

/** The same, for a change that an archived item, or an archived project, does not take. */
export async function lockEditable(ctx: ProjectContext, ids: string[]): Promise<ItemRow[]> {
  refuseArchived(ctx.project)
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
  const touched = new Set<Written>(['updated_at', 'updated_by'])
  const changed: { before: ItemRow; after: ItemRow }[] = []
  const rows = items.map(({ before, patch: wanted }) => {
    const patch: ItemPatch = wanted.assignee_ids
      ? { ...wanted, ...assigned(before, wanted.assignee_ids) }
      : wanted
    const differing = (Object.keys(patch) as Written[]).filter((name) => !same(before[name], patch[name]))
    if (differing.length === 0) return before
    const after: ItemRow = { ...before, updated_at, updated_by: ctx.user.id }
    Object.assign(after, Object.fromEntries(differing.map((name) => [name, patch[name]])))
    for (const name of differing) touched.add(name)
    changed.push({ before, after })
    return after
  })
  if (changed.length === 0) return rows
  const names = [...touched]
  const values = changed.map(({ after }) =>
    Object.fromEntries([['id', after.id], ...names.map((name) => [name, after[name]])]),
  )
  await sql`
    update work_items set ${sql.join(names.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`))}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as r(id uuid, ${sql.join(names.map((name) => sql`${sql.ref(name)} ${sql.raw(written[name])}`))})
    where work_items.id = r.id`.execute(query(ctx.em))
  recordBatch(ctx.em, 'work_items', changed)
  return rows
}

/** In one order, so that two commands over the same items wait for each other instead of ending in a deadlock. */
function selectLocked(ctx: ProjectContext, ids: string[]) {
  return query(ctx.em)
    .selectFrom('work_items')
    .select([...columns, 'deleted_at'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('project_id', '=', ctx.project.id)
    .$if(!ctx.project.sees_all, (items) => items.where('created_by', '=', ctx.user.id))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

function same(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, at) => value === b[at])
  }
  return a === b
}
