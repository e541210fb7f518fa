import { canPurgeWorkItems } from '#common/work/work-items/rules.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import { deletePagesOrItems } from '../../documents/content/delete-owners.ts'
import { documentOwnersPurging } from '../../documents/content/events.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { emitEvent } from '../../platform/db/events.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'
import { lockItems } from './lock-items.ts'
import { deletedTogetherCondition } from './trash.ts'
import { loadDescendants, lockItemTree } from './tree.ts'

/**
 * Permanently deletes items in the trash, together with the sub-items that were deleted with them. A job
 * deletes their files within an hour. Items that are not in the trash do not change.
 */
export async function purgeWorkItems(ctx: ProjectContext, ids: string[]): Promise<{ message: string }> {
  requirePermission(canPurgeWorkItems(projectActor(ctx)))
  await lockItemTree(ctx)
  const named = await lockItems(ctx, ids, { trashed: true })
  const trashed = named.filter((row) => row.deleted_at !== null)
  if (trashed.length > 0) {
    const wanted = trashed.map((row) => row.id)
    const below = await loadDescendants(ctx, wanted, deletedTogetherCondition)
    await purge(ctx, await lockItems(ctx, [...wanted, ...below], { trashed: true }))
  }
  return { message: `${trashed.length} issues were deleted forever` }
}

async function purge({ em }: ProjectContext, rows: Awaited<ReturnType<typeof lockItems>>): Promise<void> {
  const ids = rows.map((row) => row.id)
  await emitEvent(em, documentOwnersPurging, { ids })
  await deletePagesOrItems(em, 'work_item', ids)
  // Record the delete again: clients removed the items when they went to the trash, but clients that show the trash
  // must remove them from there now.
  recordBulkChanges(
    em,
    'work_items',
    rows.map((row) => ({ before: { ...row, deleted_at: null }, after: { ...row } })),
  )
}
