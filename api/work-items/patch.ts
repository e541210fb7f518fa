import { invalid } from '#common/errors.ts'
import { datesOutOfOrder } from '#common/work-items/rules.ts'
import type { WorkItemChange } from '#common/work-items/schema.ts'
import type { ProjectContext } from '../context.ts'
import { assignable, labelsOf } from './links.ts'
import { inState, stateFor } from './load.ts'
import type { ItemPatch, ItemRow } from './write-items.ts'

/** What a change says of one item besides its parent, whose rules need the whole tree. */
export type Change = WorkItemChange & { name?: string | undefined; sort_order?: number | undefined }

export interface Known {
  states: Map<string, Awaited<ReturnType<typeof stateFor>>>
  people: Set<string>
  labels: Set<string>
}

/** The states, people and labels of these changes that the project knows, looked up once for all items. */
export async function knownIn(ctx: ProjectContext, changes: Change[]): Promise<Known> {
  const { em, project, workspace } = ctx
  const named = (ids: (change: Change) => string[] | undefined) => [
    ...new Set(changes.flatMap((change) => ids(change) ?? [])),
  ]
  const states: Known['states'] = new Map()
  for (const id of named(({ state_id }) => (state_id === undefined ? [] : [state_id]))) {
    states.set(id, await stateFor(ctx, id))
  }
  const people = named((change) => change.assignee_ids)
  const labels = named((change) => change.label_ids)
  return {
    states,
    people: new Set(people.length === 0 ? [] : await assignable(em, project.id, workspace.id, people)),
    labels: new Set(await labelsOf(em, project.id, labels)),
  }
}

/** What one item's row becomes; people and labels that the project does not know are left out. */
export function patchFor(before: ItemRow, change: Change, known: Known): ItemPatch {
  const { name, state_id, priority, sort_order, assignee_ids, label_ids, start_date, target_date } = change
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
    ...(sort_order !== undefined && { sort_order }),
    ...(assignee_ids && { assignee_ids: [...new Set(assignee_ids)].filter((id) => known.people.has(id)) }),
    ...(label_ids && { label_ids: [...new Set(label_ids)].filter((id) => known.labels.has(id)) }),
  }
}
