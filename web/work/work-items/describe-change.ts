import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { listNames } from '../../locales/formats.ts'
import { currentLanguageTag, t } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import type { WorkItemPatch } from './actions.ts'
import { estimateValueText } from './estimates.ts'

/** Describes a change of an item, for example `ATL-9 · Todo → In Progress`. */
export function describeChange(key: string, row: WorkItemRow, patch: WorkItemPatch): string {
  const { assignee_ids, label_ids, module_ids } = patch
  const value = changedValue(patch)
  if (value !== undefined) {
    const [from, to] = [valueWords(value, row), valueWords(value, patch)]
    return t('workItems.said.fromTo', { key, from, to })
  }
  if (assignee_ids) return listWords(key, 'assignees', row.assignee_ids, assignee_ids)
  if (label_ids) return listWords(key, 'labels', row.label_ids, label_ids)
  if (module_ids) return listWords(key, 'modules', row.module_ids, module_ids)
  if (patch.name !== undefined) return t('workItems.said.renamed', { key })
  if (patch.parent_id !== undefined)
    return t(`workItems.said.${patch.parent_id ? 'hasParent' : 'noParent'}`, { key })
  return patch.sort_order === undefined ? t('workItems.changed', { key }) : t('workItems.said.moved', { key })
}

/**
 * Returns the new value of a bulk change as text, for example the name of a state. Returns null if the change sets
 * several fields, or a field without a single value, such as labels.
 */
export function describeNewValue(patch: WorkItemPatch): string | null {
  const value = changedValue(patch)
  return value === undefined || Object.keys(patch).length > 1 ? null : valueWords(value, patch)
}

const values = [
  'state_id',
  'priority',
  'cycle_id',
  'epic_id',
  'estimate_point',
  'target_date',
  'start_date',
] as const
type ValueName = (typeof values)[number]

/**
 * Returns the most important changed field. For example, dropping an item into a column changes its position
 * and its state, and only the state is described.
 */
function changedValue(patch: WorkItemPatch): ValueName | undefined {
  return values.find((name) => patch[name] !== undefined)
}

function valueWords(name: ValueName, fields: WorkItemPatch): string {
  const { state_id = '', priority = 'none' } = fields
  if (name === 'state_id') return tables.states.get(state_id)?.name ?? t('workItems.unknownGroup')
  if (name === 'priority') return t(`ui.priority.${priority}`)
  if (name === 'cycle_id') return cycleName(fields.cycle_id ?? null)
  if (name === 'epic_id') return epicName(fields.epic_id ?? null)
  if (name === 'estimate_point') return pointName(fields.estimate_point ?? null)
  const date = fields[name]
  if (!date) return t(`workItems.said.none.${name}`)
  return t(`workItems.said.date.${name}`, { date: formatShortDate(date, currentLanguageTag()) })
}

function listWords(
  key: string,
  of: keyof typeof namesOf,
  before: readonly string[],
  after: readonly string[],
): string {
  const added = after.filter((id) => !before.includes(id))
  const names = (ids: readonly string[]) => formatList(ids.map(namesOf[of]))
  if (added.length > 0) return t(`workItems.said.added.${of}`, { key, names: names(added) })
  return t(`workItems.said.removed.${of}`, { key, names: names(before.filter((id) => !after.includes(id))) })
}

function cycleName(id: string | null): string {
  if (id === null) return t('workItems.none.cycle')
  return tables.cycles.get(id)?.name ?? t('workItems.unknownGroup')
}

function epicName(id: string | null): string {
  if (id === null) return t('workItems.none.epic')
  return tables.work_items.get(id)?.name ?? t('workItems.unknownGroup')
}

function pointName(id: string | null): string {
  if (id === null) return t('workItems.none.estimate')
  const point = tables.estimate_points.get(id)
  return point === undefined ? t('workItems.unknownGroup') : estimateValueText(point)
}

function labelName(id: string): string {
  return tables.labels.get(id)?.name ?? t('workItems.unknownGroup')
}

function personName(id: string): string {
  return displayNameOf(tables.users.get(id)) ?? t('workItems.unknownPerson')
}

function moduleName(id: string): string {
  return tables.modules.get(id)?.name ?? t('workItems.unknownGroup')
}

const namesOf = { assignees: personName, labels: labelName, modules: moduleName }

function formatList(names: readonly string[]): string {
  return listNames(names)
}
