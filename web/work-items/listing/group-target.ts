import { type GroupKey, groupColumns, isMultiValued, noneGroup } from '#common/listing/keys.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { store } from '../../sync/store.ts'
import { tables } from '../../sync/tables.ts'
import type { WorkItemPatch } from '../actions.ts'
import { statesAtom } from '../atoms.ts'

/** Groups that say what an item is and not what it should be, or that only another call can change. */
const fixed: readonly GroupKey[] = ['created_by', 'project_id', 'cycle_id', 'issue_module__module_id']

export function canMoveBetween(by: GroupKey | null): boolean {
  return by === null || !fixed.includes(by)
}

/**
 * What an item has to become to stand in a group: exactly what the group stands for. Of several labels or people the one of the group
 * that it comes from gives way to the new one. Null when it cannot be moved there.
 */
export function patchInto(
  by: GroupKey | null,
  group: string,
  from: string | null,
  row: Pick<WorkItemRow, 'project_id' | 'state_id' | 'label_ids' | 'assignee_ids'>,
): WorkItemPatch | null {
  if (by === null || group === from) return {}
  if (!canMoveBetween(by)) return null
  if (by === 'state__group') return stateOfGroup(group, row)
  const column = groupColumns[by]
  if (!isMultiValued(by)) return { [column]: group === noneGroup ? null : group }
  if (group === noneGroup) return { [column]: [] }
  const now = column === 'label_ids' ? row.label_ids : row.assignee_ids
  return { [column]: [...now.filter((id) => id !== from && id !== group), group] }
}

/** A group of states is entered by its first state, or by the project's default. */
function stateOfGroup(group: string, { project_id, state_id }: Pick<WorkItemRow, 'project_id' | 'state_id'>) {
  if (tables.states.get(state_id)?.group === group) return {}
  const states = store.get(statesAtom(project_id)).filter((state) => state.group === group)
  const state = states.find((one) => one.default) ?? states[0]
  return state === undefined ? null : { state_id: state.id }
}

/** What an item is given that is made in a group. */
export function fieldsOf(by: GroupKey | null, group: string, project_id: string): WorkItemPatch {
  const blank = { project_id, state_id: '', label_ids: [], assignee_ids: [] }
  return patchInto(by, group, null, blank) ?? {}
}
