import type { AnswerOf, BodyOf } from '#common/platform/call.ts'
import type { workItemBulkCalls } from '#common/work/work-items/bulk-calls.ts'
import type { WorkItemUpdate } from '#common/work/work-items/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { changeItems } from './change-items.ts'
import { restoreItems, trashItems } from './trash.ts'

type Calls = typeof workItemBulkCalls
type Message = AnswerOf<Calls['deleteWorkItems']>

/** The same change to all of them; people and labels come to those that are there. */
export async function changeWorkItems(
  ctx: ProjectContext,
  { issue_ids, properties }: BodyOf<Calls['changeWorkItems']>,
): Promise<Message> {
  const changes = new Map(issue_ids.map((id) => [id, properties]))
  const { length } = await changeItems(ctx, changes, { adds: true })
  return { message: `${length} issues were updated` }
}

/** To each item its own change, lists as a whole; the later of two changes of one item counts. */
export async function setWorkItems(ctx: ProjectContext, updates: WorkItemUpdate[]): Promise<Message> {
  await changeItems(ctx, new Map(updates.map((update) => [update.id, update])))
  return { message: 'Issues updated successfully' }
}

export async function deleteWorkItems(ctx: ProjectContext, ids: string[]): Promise<Message> {
  return { message: `${await trashItems(ctx, ids)} issues were deleted` }
}

export async function restoreWorkItems(ctx: ProjectContext, ids: string[]): Promise<Message> {
  return { message: `${(await restoreItems(ctx, ids)).length} issues were restored` }
}
