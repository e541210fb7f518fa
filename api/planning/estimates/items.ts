import { sql } from 'kysely'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import type { ItemRow } from '../../work/work-items/item-row.ts'
import { rewriteItems } from '../../work/work-items/rewrite-items.ts'

/** Items that have one of these values get the one that it becomes, or none; those in the trash and the archive too. */
export async function changeItemsOf(
  { em, user, project }: ProjectContext,
  becomes: ReadonlyMap<string, string | null>,
): Promise<ItemRow[]> {
  const changing = [...becomes].filter(([from, to]) => from !== to)
  if (changing.length === 0) return []
  const pairs = JSON.stringify(changing.map(([from_id, to_id]) => ({ from_id, to_id })))
  return rewriteItems(em, {
    set: { estimate_point: sql`becomes.to_id`, updated_at: sql`now()`, updated_by: user.id },
    from: sql`jsonb_to_recordset(${pairs}::jsonb) as becomes(from_id uuid, to_id uuid)`,
    where: sql`work_items.estimate_point = becomes.from_id and work_items.project_id = ${project.id}`,
  })
}

/** The same where another estimate takes the place of theirs; each value remembers its items and what they got, for when that is taken back. */
export async function replaceValues(
  ctx: ProjectContext,
  becomes: ReadonlyMap<string, string | null>,
): Promise<void> {
  const { em, project } = ctx
  const pairs = JSON.stringify([...becomes].map(([from_id, to_id]) => ({ from_id, to_id })))
  await sql`
    update estimate_points set became_id = becomes.to_id, left_item_ids = coalesce((
      select array_agg(work_items.id) from work_items
      where work_items.estimate_point = estimate_points.id and work_items.project_id = ${project.id}
    ), '{}')
    from jsonb_to_recordset(${pairs}::jsonb) as becomes(from_id uuid, to_id uuid)
    where estimate_points.id = becomes.from_id`.execute(query(em))
  await changeItemsOf(ctx, becomes)
}

/** What values of an estimate were taken from which items, and what these got. */
export const takenValues = (estimateId: string) => sql`(
  select id as had_id, unnest(left_item_ids) as item_id, became_id from estimate_points
  where estimate_id = ${estimateId} and deleted_at is null
) taken`

/** Whether an item has one of these values otherwise than by having got it in place of one of that estimate. */
export async function isEstimatedSince(
  { em, project }: ProjectContext,
  estimateId: string,
  values: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from work_items left join ${takenValues(estimateId)}
      on taken.item_id = work_items.id and taken.became_id = work_items.estimate_point
    where work_items.project_id = ${project.id} and work_items.estimate_point = any(${values}::uuid[])
      and taken.item_id is null
    limit 1`.execute(query(em))
  return rows.length > 0
}

/** To all items that still have what they got in place of values of this estimate. */
export async function giveAllBack({ em, user, project }: ProjectContext, estimateId: string): Promise<void> {
  await rewriteItems(em, {
    set: { estimate_point: sql`taken.had_id`, updated_at: sql`now()`, updated_by: user.id },
    from: takenValues(estimateId),
    where: sql`work_items.id = taken.item_id and work_items.project_id = ${project.id}
      and work_items.estimate_point is not distinct from taken.became_id`,
  })
}

interface Left {
  id: string
  left_item_ids: string[]
  became_id: string | null
}

/** To those of them that have what they got instead of it, and nothing that somebody gave them since. */
export async function giveBack(
  { em, user, project }: ProjectContext,
  { id, left_item_ids, became_id }: Left,
): Promise<void> {
  if (left_item_ids.length === 0) return
  await rewriteItems(em, {
    set: { estimate_point: id, updated_at: sql`now()`, updated_by: user.id },
    where: sql`work_items.id = any(${left_item_ids}::uuid[]) and work_items.project_id = ${project.id}
      and work_items.estimate_point is not distinct from ${became_id}::uuid`,
  })
}
