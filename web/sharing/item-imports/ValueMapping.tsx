import type { ReactNode } from 'react'
import type { ItemImportPreview, ItemImportSettings } from '#common/sharing/item-imports/schema.ts'
import { priorities } from '#common/work/work-items/priorities.ts'
import { formatNumber } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { Select } from '../../platform/ui/Select.tsx'
import { MappingSection } from './MappingSection.tsx'

interface ValueMappingProps {
  preview: ItemImportPreview
  settings: ItemImportSettings
  onChange: (patch: ItemImportSettings) => void
}

const newStateGroups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const
/** The value of the select for a person who is imported only as a name. */
const nobody = 'nobody'

/** Lists the states, priorities and people of the file with their counterparts in the project. */
export function ValueMapping({ preview, settings, onChange }: ValueMappingProps) {
  const { t } = useTranslation()
  const { choices } = preview
  const stateOptions = [
    ...choices.states.map(({ id, name }) => ({ value: id, label: name })),
    ...newStateGroups.map((group) => ({
      value: group,
      label: t('itemImports.newState', { group: t(`states.groups.${group}`) }),
    })),
  ]
  const priorityOptions = priorities.map((value) => ({ value, label: t(`ui.priority.${value}`) }))
  const peopleOptions = [
    { value: nobody, label: t('itemImports.onlyName') },
    ...choices.people.map(({ id, display_name }) => ({
      value: id,
      label: displayNameOf({ display_name }),
    })),
  ]
  return (
    <>
      <MappedValues title={t('states.title')} values={preview.states}>
        {(value) => (
          <MappedSelect
            name={value}
            value={preview.settings.states[value] ?? null}
            options={stateOptions}
            onChange={(state) => onChange({ states: { ...settings.states, [value]: state } })}
          />
        )}
      </MappedValues>
      <MappedValues title={t('properties.priority')} values={preview.priorities}>
        {(value) => (
          <MappedSelect
            name={value}
            value={preview.settings.priorities[value] ?? null}
            options={priorityOptions}
            onChange={(priority) => onChange({ priorities: { ...settings.priorities, [value]: priority } })}
          />
        )}
      </MappedValues>
      <MappedValues title={t('members.people')} values={preview.people}>
        {(value) => (
          <MappedSelect
            name={value}
            value={preview.settings.people[value] ?? nobody}
            options={peopleOptions}
            onChange={(person) =>
              onChange({ people: { ...settings.people, [value]: person === nobody ? null : person } })
            }
          />
        )}
      </MappedValues>
    </>
  )
}

interface MappedSelectProps<Value extends string> {
  name: string
  value: Value | null
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

function MappedSelect<Value extends string>({ name, ...select }: MappedSelectProps<Value>) {
  const { t } = useTranslation()
  return <Select label={t('itemImports.valueOf', { name })} className="w-full sm:w-56" {...select} />
}

interface MappedValuesProps {
  title: string
  values: ItemImportPreview['states']
  children: (value: string) => ReactNode
}

function MappedValues({ title, values, children }: MappedValuesProps) {
  return (
    <MappingSection title={title} summary={formatNumber(values.length)} count={values.length}>
      <ul className="flex flex-col">
        {values.map(({ value, count }) => (
          <li
            key={value}
            className="flex flex-col gap-1.5 border-b border-line py-2 last:border-0 sm:flex-row sm:items-center sm:gap-4"
          >
            <p className="min-w-0 flex-1 break-words">
              <bdi>{value}</bdi> <span className="text-sm text-faint tabular">{formatNumber(count)}</span>
            </p>
            {children(value)}
          </li>
        ))}
      </ul>
    </MappingSection>
  )
}
