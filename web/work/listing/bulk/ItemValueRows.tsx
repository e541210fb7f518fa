import { type Getter, useAtomValue } from 'jotai'
import { use } from 'react'
import type { PropertyName } from '#common/work/listing/properties.ts'
import { isPriority } from '#common/work/work-items/priorities.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { nameInSentence } from '../../../locales/formats.ts'
import { currentLanguageTag, t } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { formatShortDate } from '../../../platform/person/dates.ts'
import { todayAtom } from '../../../platform/person/today.ts'
import { CommandItem } from '../../../platform/ui/CommandItem.tsx'
import { CommandCloseContext, CommandQueryContext } from '../../../platform/ui/command-parts.ts'
import { getDateInputWords } from '../../../platform/ui/date-words.ts'
import { parseDate } from '../../../platform/ui/parse-date.ts'
import { containsTypedWord, matchingOptions, type PickerOption } from '../../../platform/ui/picker-options.ts'
import { isPropertyEnabledAtom, itemHasProperty } from '../properties/enabled-properties.ts'
import { findProperty } from '../properties/registry.ts'
import { type BulkChange, updateItems } from './change-many.ts'
import { commonValue } from './common-values.ts'

interface ItemValueRowsProps {
  ids: readonly string[]
  rows: readonly WorkItemRow[]
}

interface ItemValueOption extends PickerOption {
  change: BulkChange
}

const shownAtMost = 8
/** The minimum length of the typed text. Shorter texts match too many values. */
const minTypedLength = 2

/** Palette rows that set a value which matches the typed text, such as "Set priority to Urgent". */
export function ItemValueRows({ ids, rows }: ItemValueRowsProps) {
  const typed = use(CommandQueryContext)
  const close = use(CommandCloseContext)
  const projectId = commonValue(rows, (row) => row.project_id)
  const isOn = useAtomValue(isPropertyEnabledAtom(projectId))
  if (typed.trim().length < minTypedLength) return null
  const values = valueSources
    .filter(({ name }) => isOn(name) && rows.every((row) => itemHasProperty(row, name)))
    .flatMap((source) => optionsOf(source, projectId, rows, typed))
  const options = [...values, ...dueDateOptions(typed)]
  const changes = new Map(options.map(({ value, change }) => [value, change]))
  const matching = matchingOptions(options, typed).slice(0, shownAtMost)
  return matching.map(({ value, label, icon, hint, keywords = [] }) => (
    <CommandItem
      key={value}
      value={`set ${value}`}
      keywords={[label, ...keywords]}
      icon={icon}
      hint={hint}
      onSelect={() => {
        close?.()
        void updateItems(ids, () => changes.get(value) ?? {})
      }}
    >
      {label}
    </CommandItem>
  ))
}

interface ValueSource {
  name: PropertyName & ('state' | 'priority' | 'assignees' | 'labels' | 'cycle')
  /** True if each project has its own values, such as its own states. */
  isOfProject?: true
  change: (id: string) => BulkChange
  hasValue: (row: WorkItemRow, id: string) => boolean
}

const valueSources: readonly ValueSource[] = [
  {
    name: 'state',
    isOfProject: true,
    change: (state_id) => ({ state_id }),
    hasValue: (row, id) => row.state_id === id,
  },
  {
    name: 'priority',
    change: (id) => (isPriority(id) ? { priority: id } : {}),
    hasValue: (row, id) => row.priority === id,
  },
  {
    name: 'assignees',
    isOfProject: true,
    change: (id) => ({ assignee_ids: [id] }),
    hasValue: (row, id) => row.assignee_ids.includes(id),
  },
  {
    name: 'labels',
    isOfProject: true,
    change: (id) => ({ label_ids: [id] }),
    hasValue: (row, id) => row.label_ids.includes(id),
  },
  {
    name: 'cycle',
    isOfProject: true,
    change: (cycle_id) => ({ cycle_id }),
    hasValue: (row, id) => row.cycle_id === id,
  },
]

/** Returns the values that at least one of the items does not have. */
function optionsOf(
  { name, isOfProject, change, hasValue }: ValueSource,
  projectId: string | null,
  rows: readonly WorkItemRow[],
  typed: string,
): ItemValueOption[] {
  const choices = findProperty(name)?.choices
  if (choices === undefined || (isOfProject && !projectId)) return []
  const get: Getter = store.get
  return get(choices.in(projectId ?? ''))
    .filter(({ id }) => !rows.every((row) => hasValue(row, id)))
    .map(({ id }) => ({ id, option: choices.optionOf(id, projectId) }))
    .filter(({ option }) => containsTypedWord(option, typed))
    .map(({ id, option }) => ({
      ...option,
      value: `${name} ${id}`,
      label: labelOf(name, option.label),
      change: change(id),
    }))
}

function labelOf(name: ValueSource['name'], value: string): string {
  if (name === 'assignees') return t('bulk.assignTo', { name: value })
  if (name === 'labels') return t('bulk.addLabel', { name: value })
  return t('bulk.setTo', { property: nameInSentence(t(`properties.${name}`)), value })
}

function dueDateOptions(typed: string): ItemValueOption[] {
  const language = currentLanguageTag()
  const today = store.get(todayAtom)
  const day = parseDate(typed, { today, language, words: getDateInputWords() })
  if (day === undefined) return []
  const property = nameInSentence(t('properties.target_date'))
  const label = t('bulk.setTo', { property, value: formatShortDate(day, language) })
  const icon = findProperty('target_date')?.icon
  return [{ value: `due ${day}`, label, icon, keywords: [typed], change: { target_date: day } }]
}
