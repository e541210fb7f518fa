import { canPurgeWorkItems } from '#common/work/work-items/rules.ts'
import { actorOf, allow } from '../../access/actor.ts'
import { deleteOwners } from '../../documents/content/delete-owners.ts'
import { purging } from '../../documents/content/events.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { emit } from '../../platform/db/events.ts'
import { recordBatch } from '../../platform/feed/batch.ts'
import { lockItems } from './lock-items.ts'
import { wentWithIt } from './trash.ts'
import { belowOf, holdTree } from './tree.ts'

/**
 * Deletes items of the trash forever, with what went there with them, and all that is theirs; files go when the next hour tidies up. Those
 * that are not in the trash stay as they are.
 */
export async function purgeWorkItems(ctx: ProjectContext, ids: string[]): Promise<{ message: string }> {
  allow(canPurgeWorkItems(actorOf(ctx)))
  await holdTree(ctx)
  const named = await lockItems(ctx, ids, { trashed: true })
  const trashed = named.filter((row) => row.deleted_at !== null)
  if (trashed.length > 0) {
    const wanted = trashed.map((row) => row.id)
    const below = await belowOf(ctx, wanted, wentWithIt)
    await purge(ctx, await lockItems(ctx, [...wanted, ...below], { trashed: true }))
  }
  return { message: `${trashed.length} issues were deleted forever` }
}

async function purge({ em }: ProjectContext, rows: Awaited<ReturnType<typeof lockItems>>): Promise<void> {
  const ids = rows.map((row) => row.id)
  await emit(em, purging, { ids })
  await deleteOwners(em, 'work_item', ids)
  // They were heard as deleted when they went to the trash. It is said again, for those who look at the trash.
  recordBatch(
    em,
    'work_items',
    rows.map((row) => ({ before: { ...row, deleted_at: null }, after: { ...row } })),
  )
}
