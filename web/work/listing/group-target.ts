import { valuesOf } from '#common/work/listing/condition.ts'
import { type GroupKey, groupColumns, isMultiValued, noneGroup } from '#common/work/listing/keys.ts'
import { properties } from '#common/work/listing/properties.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { WorkItemPatch } from '../work-items/actions.ts'
import { propertyOfGroup } from './properties/registry.ts'

/** Some groups say what an item is and not what it should be, or only another call can change that. */
export function canMoveBetween(by: GroupKey | null): boolean {
  if (by === null) return true
  const property = propertyOfGroup(by)
  return property !== undefined && (property.enter !== undefined || 'isSettable' in properties[property.name])
}

/**
 * What an item has to become to stand in a group: exactly what the group stands for. Of several labels or people the one of the group
 * that it comes from gives way to the new one. Null when it cannot be moved there.
 */
export function patchInto(
  by: GroupKey | null,
  group: string,
  from: string | null,
  row: Pick<WorkItemRow, 'project_id' | 'state_id'> & Partial<WorkItemRow>,
): WorkItemPatch | null {
  if (by === null || group === from) return {}
  if (!canMoveBetween(by)) return null
  const enter = propertyOfGroup(by)?.enter
  if (enter !== undefined) return enter(group, row)
  const column = groupColumns[by]
  if (!isMultiValued(by)) return { [column]: group === noneGroup ? null : group }
  if (group === noneGroup) return { [column]: [] }
  const others = valuesOf(row[column] ?? null).filter((id) => id !== from && id !== group)
  return { [column]: [...others, group] }
}

/** What an item is given that is made in a group. */
export function groupFieldsOf(by: GroupKey | null, group: string, project_id: string): WorkItemPatch {
  return patchInto(by, group, null, { project_id, state_id: '' }) ?? {}
}
