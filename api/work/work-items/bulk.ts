import type { BodyOf, ResponseOf } from '#common/platform/call.ts'
import type { workItemBulkCalls } from '#common/work/work-items/bulk-calls.ts'
import type { WorkItemRow, WorkItemUpdate } from '#common/work/work-items/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { changeItems } from './change-items.ts'
import { createWorkItem } from './create.ts'
import { restoreItems, trashItems } from './trash.ts'

type Calls = typeof workItemBulkCalls
type Message = ResponseOf<Calls['deleteWorkItems']>

/**
 * Applies the same change to all items. Adds the given assignees, labels and modules to those that each item
 * already has.
 */
export async function changeWorkItems(
  ctx: ProjectContext,
  { issue_ids, properties }: BodyOf<Calls['changeWorkItems']>,
): Promise<Message> {
  const changes = new Map(issue_ids.map((id) => [id, properties]))
  const { length } = await changeItems(ctx, changes, { adds: true })
  return { message: `${length} issues were updated` }
}

/**
 * Applies a separate change to each item, in which lists replace the existing values. If an item occurs
 * twice, its last change counts.
 */
export async function setWorkItems(ctx: ProjectContext, updates: WorkItemUpdate[]): Promise<Message> {
  await changeItems(ctx, new Map(updates.map((update) => [update.id, update])))
  return { message: 'Issues updated successfully' }
}

/** Creates the items in one transaction, so that either all or none of them exist afterwards. */
export async function createWorkItems(
  ctx: ProjectContext,
  { items }: BodyOf<Calls['createWorkItems']>,
): Promise<WorkItemRow[]> {
  const created: WorkItemRow[] = []
  for (const input of items) created.push(await createWorkItem(ctx, input))
  return created
}

export async function deleteWorkItems(ctx: ProjectContext, ids: string[]): Promise<Message> {
  const count = await trashItems(ctx, ids)
  return { message: `${count} issues were deleted` }
}

export async function restoreWorkItems(ctx: ProjectContext, ids: string[]): Promise<Message> {
  return { message: `${(await restoreItems(ctx, ids)).length} issues were restored` }
}
