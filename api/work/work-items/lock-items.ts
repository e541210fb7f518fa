import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { forbidden, invalid, notFound } from '#common/platform/errors.ts'
import { canEditWorkItem } from '#common/work/work-items/rules.ts'
import { workItemRow } from '#common/work/work-items/schema.ts'
import { projectActor } from '../../access/actor.ts'
import { assertItemWritable } from '../../access/guard.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'
import type { ItemRow } from './item-row.ts'

/**
 * Locks and returns these items of the project. Throws `not_found` if one is missing or not visible to the
 * caller.
 */
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

/** Like `lockItems`, but throws if one of the items cannot be edited, for example because it is archived. */
export async function lockEditableItems(ctx: ProjectContext, ids: string[]): Promise<ItemRow[]> {
  const rows = await lockItems(ctx, ids)
  if (!rows.every((row) => canEditWorkItem(projectActor(ctx), row))) throw forbidden()
  for (const row of rows) assertItemWritable(ctx.project, row)
  return rows
}

/**
 * Locks all matching items in the order of their ids, because a bulk statement would lock them in arbitrary
 * order and cause deadlocks.
 */
export async function lockItemsWhere(em: EntityManager, where: RawBuilder<boolean>): Promise<void> {
  await sql`select from work_items where ${where} order by id for no key update`.execute(query(em))
}

/** Locks and returns all matching items in the order of their ids. */
export async function lockAndLoadItems(em: EntityManager, where: RawBuilder<boolean>): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${columns} from work_items where ${where} order by id for no key update`.execute(query(em))
  return rows
}

/** Locks and returns some of the matching items. Items that others have locked are skipped. */
export async function lockAvailableItems(
  em: EntityManager,
  where: RawBuilder<boolean>,
  most: number,
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${columns} from work_items where ${where} order by id limit ${most} for no key update skip locked`.execute(
    query(em),
  )
  return rows
}

/**
 * Locks items in the order of their ids, so that two commands on the same items wait for each other instead
 * of causing a deadlock.
 */
async function selectLocked(ctx: ProjectContext, ids: string[]): Promise<ItemRow[]> {
  const maker = ctx.project.sees_all ? null : ctx.user.id
  const { rows } = await sql<ItemRow>`
    select ${preparedStatementMarker} ${columns} from work_items
    where id = any(${ids}::uuid[]) and project_id = ${ctx.project.id}
      and (${maker}::uuid is null or created_by = ${maker}::uuid)
    order by id for no key update`.execute(query(ctx.em))
  return rows
}

const columns = sql.raw(
  [...Object.keys(workItemRow.shape), 'deleted_at', 'deleted_by'].map((name) => `"${name}"`).join(', '),
)
