import { sql } from 'kysely'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { canNestLabel } from '#common/work/labels/rules.ts'
import { type LabelRow, labelRow } from '#common/work/labels/schema.ts'
import { oldestRestorableDeletion } from '#common/work/work-items/rules.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { emitEvent } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { lockItemsWhere } from '../work-items/lock-items.ts'
import { updateItemsInBulk } from '../work-items/update-items-in-bulk.ts'
import { type Label, LabelEntity } from './entity.ts'
import { labelRemoved, labelRemoving, labelRestored } from './events.ts'
import { assertLabelNameAvailable, loadChildLabels, loadLabel } from './load.ts'

/**
 * Deletes a label. Its child labels move to the top level, and the label is removed from its items and pages.
 * Items are locked before labels, as in every other write.
 */
export async function deleteLabel(ctx: ProjectContext, id: string): Promise<undefined> {
  await lockItemsWhere(ctx.em, hasLabel(ctx, id))
  await emitEvent(ctx.em, labelRemoving, { ctx, label_id: id })
  const label = await loadLabel(ctx, id)
  const children = await loadChildLabels(ctx, id)
  for (const child of children) child.parent = null
  await recordAndDelete(ctx, label, children, null)
  await ctx.em.flush()
  await updateItemsInBulk(ctx.em, {
    set: { label_ids: sql`array_remove(label_ids, ${id}::uuid)`, ...updateStamp(ctx) },
    where: hasLabel(ctx, id),
  })
}

/**
 * Replaces the label by the label `into` on all items and pages. Child labels move below `into`, or next to
 * it if `into` is a child label.
 */
export async function mergeLabel(ctx: ProjectContext, id: string, into: string): Promise<LabelRow> {
  if (into === id) throw invalid('into', 'A label can’t be merged into itself.')
  const { em, project } = ctx
  await lockItemsWhere(em, hasLabel(ctx, id))
  await emitEvent(em, labelRemoving, { ctx, label_id: id })
  // Lock both labels in a fixed order. Otherwise, two users who merge the same labels in opposite directions
  // would cause a deadlock.
  await sql`select from labels where id = any(${[id, into]}::uuid[]) and project_id = ${project.id} order by id for update`.execute(
    query(em),
  )
  const label = await loadLabel(ctx, id)
  const other = await otherLabel(ctx, into)
  const children = await loadChildLabels(ctx, id)
  const isParentOfOther = other.parent === id
  for (const child of children)
    child.parent = child.id === into ? null : isParentOfOther ? into : (other.parent ?? into)
  await recordAndDelete(ctx, label, children, into)
  if (isParentOfOther) other.updated_by = ctx.user.id
  await em.flush()
  await updateItemsInBulk(em, {
    set: {
      label_ids: sql`case when label_ids @> array[${into}::uuid] then array_remove(label_ids, ${id}::uuid)
        else array_replace(label_ids, ${id}::uuid, ${into}::uuid) end`,
      ...updateStamp(ctx),
    },
    where: hasLabel(ctx, id),
  })
  return presentRow(labelRow, other)
}

/**
 * Restores a deleted or merged label on all items and pages that had it. If the label was merged, these items and
 * pages lose the label that replaced it, unless they had that label before the merge. Items that have moved to
 * another project are skipped. Does nothing if the label is not deleted.
 */
export async function restoreLabel(ctx: ProjectContext, id: string): Promise<LabelRow> {
  const { em, project, user } = ctx
  await lockItemsWhere(
    em,
    sql`project_id = ${project.id} and id in (select unnest(left_item_ids) from labels where id = ${id} and project_id = ${project.id})`,
  )
  const label = await em.findOne(
    LabelEntity,
    { id, project_id: project.id },
    {
      populate: [
        ...(['left_item_ids', 'gained_item_ids', 'left_child_ids', 'became_id'] as const),
        ...(['left_page_ids', 'gained_page_ids'] as const),
      ],
      refresh: true,
    },
  )
  if (label === null) throw notFound('Label not found')
  if (label.deleted_at === null) return presentRow(labelRow, label)
  if (label.deleted_at.getTime() < oldestRestorableDeletion(Date.now())) throw notFound('Label not found')
  await assertLabelNameAvailable(ctx, id, label.name)
  const { left_item_ids = [], gained_item_ids = [], left_child_ids = [], became_id = null } = label
  await restoreNesting(ctx, label, left_child_ids)
  await emitEvent(em, labelRestored, { ctx, label })
  em.assign(label, {
    deleted_at: null,
    left_item_ids: [],
    gained_item_ids: [],
    left_page_ids: [],
    gained_page_ids: [],
    left_child_ids: [],
    became_id: null,
    updated_by: user.id,
  })
  await em.flush()
  if (became_id !== null) await removeFromItems(ctx, became_id, gained_item_ids)
  await updateItemsInBulk(em, {
    set: { label_ids: sql`array_append(label_ids, ${id}::uuid)`, ...updateStamp(ctx) },
    where: sql`id = any(${left_item_ids}::uuid[]) and project_id = ${project.id} and not label_ids @> array[${id}::uuid]`,
  })
  return presentRow(labelRow, label)
}

/** Counts the items and visible pages that have each label. */
export async function countLabelItems({
  em,
  project,
  user,
}: ProjectContext): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    with carriers as (
      select label_ids from work_items where project_id = ${project.id} and deleted_at is null
      union all
      select label_ids from pages where project_ids @> array[${project.id}::uuid] and deleted_at is null
        and (access = 0 or owned_by = ${user.id})
    )
    select label as id, count(*)::int as count from carriers, unnest(label_ids) label group by label`.execute(
    query(em),
  )
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}

const hasLabel = ({ project }: ProjectContext, labelId: string) =>
  sql<boolean>`project_id = ${project.id} and label_ids @> array[${labelId}::uuid]`

const updateStamp = ({ user }: ProjectContext) => ({ updated_at: sql`now()`, updated_by: user.id })

async function otherLabel(ctx: ProjectContext, id: string): Promise<Label> {
  try {
    return await loadLabel(ctx, id)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    throw invalid('into', 'The label does not belong to the project.')
  }
}

/**
 * Deletes the label. Records which items had the label, and which of these items got the label `into` only
 * because of the merge.
 */
async function recordAndDelete(
  ctx: ProjectContext,
  label: Label,
  children: Label[],
  into: string | null,
): Promise<void> {
  const { rows } = await sql<{ id: string; has_other: boolean }>`
    select id, label_ids @> array[${into}::uuid] as has_other from work_items
    where ${hasLabel(ctx, label.id)} order by id`.execute(query(ctx.em))
  ctx.em.assign(label, {
    deleted_at: new Date(),
    updated_by: ctx.user.id,
    became_id: into,
    left_item_ids: rows.map((row) => row.id),
    gained_item_ids: into === null ? [] : rows.filter((row) => !row.has_other).map((row) => row.id),
    left_child_ids: children.map((child) => child.id),
  })
  await emitEvent(ctx.em, labelRemoved, { ctx, label, into })
}

/**
 * Moves the former child labels below the restored label again, where nesting is still allowed. If the parent
 * of the restored label is gone, the label moves to the top level.
 */
async function restoreNesting(ctx: ProjectContext, label: Label, childIds: string[]): Promise<void> {
  const parent =
    label.parent && (await ctx.em.findOne(LabelEntity, { id: label.parent, deleted_at: null, parent: null }))
  if (!parent) label.parent = null
  if (label.parent !== null) return
  for (const child of await ctx.em.find(LabelEntity, { id: { $in: childIds }, deleted_at: null })) {
    const has_children = (await loadChildLabels(ctx, child.id)).some(({ id }) => !childIds.includes(id))
    if (canNestLabel({ ...child, has_children }, label)) child.parent = label.id
  }
}

async function removeFromItems(ctx: ProjectContext, labelId: string, itemIds: string[]): Promise<void> {
  await updateItemsInBulk(ctx.em, {
    set: { label_ids: sql`array_remove(label_ids, ${labelId}::uuid)`, ...updateStamp(ctx) },
    where: sql`id = any(${itemIds}::uuid[]) and ${hasLabel(ctx, labelId)}`,
  })
}
