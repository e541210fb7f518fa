import { itemProperties } from '#common/work/listing/properties.ts'
import { compareNames } from '../../locales/formats.ts'
import { store, tables } from '../../platform/app/sync.ts'
import type { DisplayablePropertyName } from '../listing/properties/property.ts'
import { findProperty } from '../listing/properties/registry.ts'
import { formatItemKey } from '../work-items/actions.ts'
import { type Draft, moveDraftToProject } from '../work-items/draft-fields.ts'

/**
 * The properties whose values can also exist in another project. States, labels and estimates of two projects are equal
 * if they have the same name.
 */
const transferable = ['state', 'assignees', 'labels', 'estimate'] as const
/** The properties whose values are removed when the draft moves, because each value belongs to one project. */
const bound = ['epic', 'cycle', 'modules'] as const

interface MovedDraft {
  draft: Draft
  /** The names of the values that were removed from the draft, because the other project does not have them. */
  dropped: string[]
}

/** Moves the input of the create dialog to another project, with all values that the other project also has. */
export function moveDraftWithValues(draft: Draft, projectId: string): MovedDraft {
  const moved = moveDraftToProject(draft, projectId)
  const own = transferValues(draft, projectId)
  const subItems = draft.sub_items.map((item) => transferValues(item, projectId))
  const parent = tables.work_items.get(draft.parent_id ?? '')
  const lost = bound.flatMap((name) => valueIds(draft, name).map((id) => nameOfValue(name, id)))
  const dropped = [...own.dropped, ...subItems.flatMap((item) => item.dropped), ...lost]
  return {
    draft: {
      ...moved,
      ...own.fields,
      sub_items: moved.sub_items.map((item, at) => ({ ...item, ...subItems[at]?.fields })),
    },
    dropped: [...new Set([...dropped, ...(parent ? [formatItemKey(parent)] : [])])],
  }
}

type Transferable = (typeof transferable)[number]
type Values = Pick<Draft, 'state_id' | 'assignee_ids' | 'label_ids' | 'estimate_point'>

function transferValues(values: Values, projectId: string): { fields: Values; dropped: string[] } {
  const dropped: string[] = []
  const idsOf = (name: Transferable) =>
    valueIds(values, name).flatMap((id) => {
      const found = findValue(name, id, projectId)
      if (found === undefined) dropped.push(nameOfValue(name, id))
      return found ?? []
    })
  const fields = {
    state_id: idsOf('state')[0] ?? null,
    assignee_ids: idsOf('assignees'),
    label_ids: idsOf('labels'),
    estimate_point: idsOf('estimate')[0] ?? null,
  }
  return { fields, dropped }
}

/** Returns the id of the same value in another project. The id of a user is the same in all projects. */
function findValue(name: Transferable, id: string, projectId: string): string | undefined {
  const choices = findProperty(name)?.choices
  const available = choices ? store.get(choices.in(projectId)).map((choice) => choice.id) : []
  if (available.includes(id)) return id
  if (name === 'assignees') return undefined
  return available.find((other) => compareNames(nameOfValue(name, other), nameOfValue(name, id)) === 0)
}

function nameOfValue(name: DisplayablePropertyName, id: string): string {
  return findProperty(name)?.choices?.optionOf(id).label ?? ''
}

function valueIds(values: Partial<Draft>, name: Transferable | (typeof bound)[number]): string[] {
  return [values[itemProperties[name].field] ?? []].flat()
}
