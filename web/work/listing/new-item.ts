import { getListingCondition, type Listing } from '#common/work/listing/listing.ts'
import {
  type NewItemValues,
  projectOfCondition,
  valuesForNewItem,
} from '#common/work/listing/new-item-values.ts'
import type { PropertyName } from '#common/work/listing/properties.ts'
import { itemProperties } from '#common/work/listing/properties.ts'
import { store } from '../../platform/app/sync.ts'
import { getCurrentDay } from '../../platform/person/today.ts'
import { openCyclesAtom } from '../cycles-modules-epics/cycles.ts'
import { statesAtom } from '../states/atoms.ts'
import { createWorkItem, positionBetweenItems, type WorkItemPatch } from '../work-items/actions.ts'
import type { CreateDefaults } from '../work-items/create.ts'
import type { BoardCell } from './cell-path.ts'
import { isSortedManually } from './drag/cell.ts'
import { fieldsOfNewItemInGroup } from './group-target.ts'
import { findProperty } from './properties/registry.ts'

/** Position of a new item in the manual order of a group. */
interface ManualPosition {
  /** Ids of the items in the group. */
  ids: readonly string[]
  at: 'top' | 'bottom'
}

/** Creates an item in a group (and sub-group) of a listing. The item gets the values of the filters and of the group. */
export function createItemInGroup(
  listing: Listing,
  group: string,
  sub: string | null,
  name: string,
  place?: ManualPosition,
) {
  const project_id = listing.context.project_id ?? ''
  return createWorkItem({
    ...fieldsOfNewItem(listing, project_id, { group, sub }),
    ...(place && isSortedManually(listing) && positionAt(place)),
    ...(listing.context.createsEpics && { is_epic: true }),
    project_id,
    name,
  })
}

/**
 * Returns the defaults of the dialog for a new item that belongs into a listing: its project, the values of its filters,
 * and the values of a group.
 */
export function defaultsForNewItem(listing: Listing, cell: BoardCell | null = null): CreateDefaults {
  const { context } = listing
  const project_id =
    context.project_id ?? projectOfCondition(getListingCondition(listing)) ?? context.suggestedProject
  if (project_id === undefined) return {}
  return {
    project_id,
    fields: fieldsOfNewItem(listing, project_id, cell),
    ...(context.createsEpics && { is_epic: true }),
  }
}

/** Returns the values that a new item needs to appear in a group of the listing. The group has priority over the filters. */
function fieldsOfNewItem(listing: Listing, project_id: string, cell: BoardCell | null): WorkItemPatch {
  const states = store.get(statesAtom(project_id))
  const values = valuesForNewItem(getListingCondition(listing), { states, today: getCurrentDay() })
  const { group_by, sub_group_by } = listing
  return {
    ...withoutUnavailable(values, project_id),
    ...(cell !== null && fieldsOfNewItemInGroup(group_by, cell.group, project_id)),
    ...(cell !== null && cell.sub !== null && fieldsOfNewItemInGroup(sub_group_by, cell.sub, project_id)),
  }
}

/** Properties whose values may belong to another project, or may no longer be chosen. */
const checkedProperties = [
  'assignees',
  'labels',
  'modules',
  'estimate',
  'epic',
] as const satisfies PropertyName[]

/** Leaves out values that the project does not offer, such as an ended cycle, because the server rejects them. */
function withoutUnavailable(values: NewItemValues, project_id: string): NewItemValues {
  const left: Record<string, unknown> = { ...values }
  const check = (field: string, offered: readonly { id: string }[]) => {
    const value = left[field]
    if (value === undefined) return
    const isOffered = (id: unknown) => offered.some((one) => one.id === id)
    if (!Array.isArray(value)) {
      if (!isOffered(value)) delete left[field]
      return
    }
    const available = value.filter(isOffered)
    if (available.length === 0) delete left[field]
    else left[field] = available
  }
  check('cycle_id', store.get(openCyclesAtom(project_id)))
  for (const name of checkedProperties) {
    const offered = findProperty(name)?.choices?.in(project_id)
    if (offered !== undefined) check(itemProperties[name].field, store.get(offered))
  }
  return left
}

function positionAt({ ids, at }: ManualPosition): { sort_order?: number } {
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return {}
  return { sort_order: at === 'top' ? positionBetweenItems(null, first) : positionBetweenItems(last, null) }
}
