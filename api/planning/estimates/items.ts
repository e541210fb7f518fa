import { sql } from 'kysely'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import type { ItemRow } from '../../work/work-items/item-row.ts'
import { updateItemsInBulk } from '../../work/work-items/update-items-in-bulk.ts'

/**
 * Replaces estimate values by new values in all items of the project, including archived and deleted items.
 * The new value null removes the estimate.
 */
export async function changeEstimatesOfItems(
  { em, user, project }: ProjectContext,
  replacements: ReadonlyMap<string, string | null>,
): Promise<ItemRow[]> {
  const changing = [...replacements].filter(([from, to]) => from !== to)
  if (changing.length === 0) return []
  const pairs = JSON.stringify(changing.map(([from_id, to_id]) => ({ from_id, to_id })))
  return updateItemsInBulk(em, {
    set: { estimate_point: sql`becomes.to_id`, updated_at: sql`now()`, updated_by: user.id },
    from: sql`jsonb_to_recordset(${pairs}::jsonb) as becomes(from_id uuid, to_id uuid)`,
    where: sql`work_items.estimate_point = becomes.from_id and work_items.project_id = ${project.id}`,
  })
}

/**
 * Replaces the values when the project switches to another estimate. Each old value records its items and its
 * replacement, so that the switch can be undone.
 */
export async function replaceEstimatesOnSwitch(
  ctx: ProjectContext,
  replacements: ReadonlyMap<string, string | null>,
): Promise<void> {
  const { em, project } = ctx
  const pairs = JSON.stringify([...replacements].map(([from_id, to_id]) => ({ from_id, to_id })))
  await sql`
    update estimate_points set became_id = becomes.to_id, left_item_ids = coalesce((
      select array_agg(work_items.id) from work_items
      where work_items.estimate_point = estimate_points.id and work_items.project_id = ${project.id}
    ), '{}')
    from jsonb_to_recordset(${pairs}::jsonb) as becomes(from_id uuid, to_id uuid)
    where estimate_points.id = becomes.from_id`.execute(query(em))
  await changeEstimatesOfItems(ctx, replacements)
}

/** SQL that lists which value of an estimate each item had before the switch, and which value replaced it. */
export const replacedEstimateValuesSql = (estimateId: string) => sql`(
  select id as had_id, unnest(left_item_ids) as item_id, became_id from estimate_points
  where estimate_id = ${estimateId} and deleted_at is null
) taken`

/**
 * Returns true if any item received one of these values after the switch. Values that the switch itself
 * assigned do not count.
 */
export async function wereItemsEstimatedAfterSwitch(
  { em, project }: ProjectContext,
  estimateId: string,
  values: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from work_items left join ${replacedEstimateValuesSql(estimateId)}
      on taken.item_id = work_items.id and taken.became_id = work_items.estimate_point
    where work_items.project_id = ${project.id} and work_items.estimate_point = any(${values}::uuid[])
      and taken.item_id is null
    limit 1`.execute(query(em))
  return rows.length > 0
}

/** Restores the old values on all items that still have the replacement. */
export async function restoreEstimatesBeforeSwitch(
  { em, user, project }: ProjectContext,
  estimateId: string,
): Promise<void> {
  await updateItemsInBulk(em, {
    set: { estimate_point: sql`taken.had_id`, updated_at: sql`now()`, updated_by: user.id },
    from: replacedEstimateValuesSql(estimateId),
    where: sql`work_items.id = taken.item_id and work_items.project_id = ${project.id}
      and work_items.estimate_point is not distinct from taken.became_id`,
  })
}

interface DeletedValue {
  id: string
  left_item_ids: string[]
  became_id: string | null
}

/**
 * Restores a deleted value on the items that still have its replacement. Items that were estimated again since then
 * keep their value.
 */
export async function restoreEstimateOfItems(
  { em, user, project }: ProjectContext,
  { id, left_item_ids, became_id }: DeletedValue,
): Promise<void> {
  if (left_item_ids.length === 0) return
  await updateItemsInBulk(em, {
    set: { estimate_point: id, updated_at: sql`now()`, updated_by: user.id },
    where: sql`work_items.id = any(${left_item_ids}::uuid[]) and work_items.project_id = ${project.id}
      and work_items.estimate_point is not distinct from ${became_id}::uuid`,
  })
}
