import type { AnswerOf, BodyOf } from '#common/call.ts'
import { invalid } from '#common/errors.ts'
import type { workItemBulkCalls } from '#common/work-items/bulk-calls.ts'
import { datesOutOfOrder, valuesLimit } from '#common/work-items/rules.ts'
import type { WorkItemChange, WorkItemUpdate } from '#common/work-items/schema.ts'
import type { ProjectContext } from '../context.ts'
import { refuseArchived } from '../projects/commands.ts'
import { type ItemPatch, type ItemRow, lockEditable, writeItems } from './change-many.ts'
import { assignable, labelsOf } from './links.ts'
import { inState, stateFor } from './load.ts'
import { restoreItems, trashItems } from './trash.ts'

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
  refuseArchived(ctx.project)
  return { message: `${await trashItems(ctx, ids)} issues were deleted` }
}

export async function restoreWorkItems(ctx: ProjectContext, ids: string[]): Promise<Message> {
  refuseArchived(ctx.project)
  return { message: `${(await restoreItems(ctx, ids)).length} issues were restored` }
}

interface Known {
  states: Map<string, Awaited<ReturnType<typeof stateFor>>>
  people: Set<string>
  labels: Set<string>
}

/** The states, people and labels of these changes that the project knows, looked up once for all items. */
async function knownIn(ctx: ProjectContext, changes: WorkItemChange[]): Promise<Known> {
  const { em, project, workspace } = ctx
  const named = (ids: (change: WorkItemChange) => string[] | undefined) => [
    ...new Set(changes.flatMap((change) => ids(change) ?? [])),
  ]
  const states: Known['states'] = new Map()
  for (const id of named(({ state_id }) => (state_id === undefined ? [] : [state_id]))) {
    states.set(id, await stateFor(ctx, id))
  }
  const people = named((change) => change.assignee_ids)
  return {
    states,
    people: new Set(people.length === 0 ? [] : await assignable(em, project.id, workspace.id, people)),
    labels: new Set(
      await labelsOf(
        em,
        project.id,
        named((change) => change.label_ids),
      ),
    ),
  }
}

/** What one item's row becomes; people and labels that the project does not know are left out, as for a single item. */
function patchFor(before: ItemRow, change: Partial<WorkItemUpdate>, known: Known): ItemPatch {
  const { name, state_id, priority, assignee_ids, label_ids, start_date, target_date } = change
  const state = state_id === undefined ? undefined : known.states.get(state_id)
  const dates = {
    start_date: start_date === undefined ? before.start_date : start_date,
    target_date: target_date === undefined ? before.target_date : target_date,
  }
  const moved = dates.start_date !== before.start_date || dates.target_date !== before.target_date
  if (moved && datesOutOfOrder(dates.start_date, dates.target_date)) {
    throw invalid('start_date', 'Start date cannot exceed target date')
  }
  return {
    ...dates,
    ...(name !== undefined && { name }),
    ...(state !== undefined && state.id !== before.state_id && inState(before, state)),
    ...(priority !== undefined && { priority }),
    ...(assignee_ids && { assignee_ids: [...new Set(assignee_ids)].filter((id) => known.people.has(id)) }),
    ...(label_ids && { label_ids: [...new Set(label_ids)].filter((id) => known.labels.has(id)) }),
  }
}
