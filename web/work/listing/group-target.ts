import { columnValueToArray } from '#common/work/listing/condition.ts'
import {
  fieldByGroupKey,
  type GroupKey,
  isMultiValuedGroupKey,
  noValueGroupName,
} from '#common/work/listing/keys.ts'
import { itemProperties } from '#common/work/listing/properties.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { WorkItemPatch } from '../work-items/actions.ts'
import { findGroupingProperty } from './properties/registry.ts'

/**
 * Returns whether users can move items between groups. They cannot if the value of the group is computed, or if the
 * API call that updates an item cannot set this value.
 */
export function canMoveBetweenGroups(by: GroupKey | null): boolean {
  if (by === null) return true
  const property = findGroupingProperty(by)
  return (
    property !== undefined && (property.enter !== undefined || 'isSettable' in itemProperties[property.name])
  )
}

/**
 * Returns the patch that moves an item into a group, or null if that is not possible. For labels and people,
 * the value of the new group replaces the value of the group that the item is moved from.
 */
export function patchToMoveIntoGroup(
  by: GroupKey | null,
  group: string,
  from: string | null,
  row: Pick<WorkItemRow, 'project_id' | 'state_id'> & Partial<WorkItemRow>,
): WorkItemPatch | null {
  if (by === null || group === from) return {}
  if (!canMoveBetweenGroups(by)) return null
  const enter = findGroupingProperty(by)?.enter
  if (enter !== undefined) return enter(group, row)
  const column = fieldByGroupKey[by]
  if (!isMultiValuedGroupKey(by)) return { [column]: group === noValueGroupName ? null : group }
  if (group === noValueGroupName) return { [column]: [] }
  const others = columnValueToArray(row[column] ?? null).filter((id) => id !== from && id !== group)
  return { [column]: [...others, group] }
}

/** Returns the fields of a new item that is created in a group. */
export function fieldsOfNewItemInGroup(
  by: GroupKey | null,
  group: string,
  project_id: string,
): WorkItemPatch {
  return patchToMoveIntoGroup(by, group, null, { project_id, state_id: '' }) ?? {}
}
