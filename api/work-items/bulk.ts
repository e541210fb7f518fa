import type { AnswerOf, BodyOf } from '#common/call.ts'
import { invalid } from '#common/errors.ts'
import type { workItemBulkCalls } from '#common/work-items/bulk-calls.ts'
import { valuesLimit } from '#common/work-items/rules.ts'
import type { WorkItemUpdate } from '#common/work-items/schema.ts'
import type { ProjectContext } from '../context.ts'
import { knownIn, patchFor } from './patch.ts'
import { restoreItems, trashItems } from './trash.ts'
import { type ItemRow, lockEditable, writeItems } from './write-items.ts'

type Calls = typeof workItemBulkCalls
type Message = AnswerOf<Calls['deleteWorkItems']>

export async function changeWorkItems(
  ctx: ProjectContext,
  { issue_ids, properties }: BodyOf<Calls['changeWorkItems']>,
): Promise<Message> {
  const rows = await lockEditable(ctx, issue_ids)
  const known = await knownIn(ctx, [properties])
  await writeItems(
    ctx,
    rows.map((before) => {
      const { assignee_ids, label_ids, ...patch } = patchFor(before, properties, known)
      return {
        before,
        patch: {
          ...patch,
          ...(assignee_ids && { assignee_ids: withMore(before, 'assignee_ids', assignee_ids) }),
          ...(label_ids && { label_ids: withMore(before, 'label_ids', label_ids) }),
        },
      }
    }),
  )
  return { message: `${rows.length} issues were updated` }
}

function withMore(before: ItemRow, field: 'assignee_ids' | 'label_ids', more: string[]): string[] {
  const values = [...new Set([...before[field], ...more])]
  if (values.length > valuesLimit) throw invalid(field, `A work item has at most ${valuesLimit} of them.`)
  return values
}

/** To each item its own change, lists as a whole; the later of two changes of one item counts. */
export async function setWorkItems(ctx: ProjectContext, updates: WorkItemUpdate[]): Promise<Message> {
  const changes = new Map(updates.map((update) => [update.id, update]))
  const rows = await lockEditable(ctx, [...changes.keys()])
  const known = await knownIn(ctx, updates)
  await writeItems(
    ctx,
    rows.map((before) => ({ before, patch: patchFor(before, changes.get(before.id) ?? {}, known) })),
  )
  return { message: 'Issues updated successfully' }
}

export async function deleteWorkItems(ctx: ProjectContext, ids: string[]): Promise<Message> {
  return { message: `${await trashItems(ctx, ids)} issues were deleted` }
}

export async function restoreWorkItems(ctx: ProjectContext, ids: string[]): Promise<Message> {
  return { message: `${(await restoreItems(ctx, ids)).length} issues were restored` }
}
