import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { clockAtom } from '../../../platform/person/today.ts'
import { Chip, type ChipProps } from '../../../platform/ui/Chip.tsx'
import { chipButtonClass } from '../../../platform/ui/chip-button-class.ts'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { MenuRadio } from '../../../platform/ui/MenuRadio.tsx'
import { DateFilterPicker } from './DateFilterPicker.tsx'
import { FilterDates } from './FilterDates.tsx'
import { FilterText } from './FilterText.tsx'
import { FilterValues } from './FilterValues.tsx'
import { filterName, singularFilterName } from './filter-name.ts'
import {
  changeFilterOperator,
  type FilterOperator,
  getFilterOperators,
  isDateFilter,
  type PropertyFilter,
} from './leaf.ts'
import { dateFilterPropertyText, filterNeedsDates } from './when.ts'

interface FilterChipProps {
  /**
   * The project whose values the picker offers. If it is null, the picker offers the values of all projects.
   */
  projectId: string | null
  filter: PropertyFilter
  /** True if the filter was just added, so that its value picker opens immediately. */
  isNew: boolean
  onChange: (filter: PropertyFilter) => void
  /** Called when the value picker closes with a value. */
  onChosen: () => void
  onRemove: () => void
}

/** A filter as a sentence with editable parts: "Due in the next 7 days", "Labels is none of Bug". */
export function FilterChip(props: FilterChipProps) {
  const { filter, onRemove } = props
  const name = filterName(filter.property)
  const dates = useDateParts(props)
  const values = useValueParts(props, name)
  return <Chip name={name} onRemove={onRemove} parts={dates ?? values} />
}

type Parts = ChipProps['parts']

function useDateParts({ filter, isNew, onChange, onChosen, onRemove }: FilterChipProps): Parts | null {
  const [opensDayPicker, setOpensDayPicker] = useState(false)
  const onDayPickerOpen = useCallback(() => setOpensDayPicker(false), [])
  const { property, operator, values } = filter
  if (!isDateFilter(property)) return null
  const days = filterNeedsDates(filter)
  return [
    { tone: 'field', content: dateFilterPropertyText({ ...filter, property }) },
    {
      tone: days ? 'operator' : 'value',
      content: (
        <DateFilterPicker
          filter={filter}
          property={property}
          isNew={isNew}
          onChange={(next) => {
            onChange(next)
            if (filterNeedsDates(next)) setOpensDayPicker(true)
          }}
          onClose={(isChosen) => (isChosen ? onChosen() : onRemove())}
        />
      ),
    },
    ...(days
      ? [
          {
            tone: 'value' as const,
            content: (
              <FilterDates
                name={filterName(property)}
                isRange={operator === 'between'}
                values={values}
                opensPicker={opensDayPicker}
                onPickerOpen={onDayPickerOpen}
                onChange={(next) => onChange({ ...filter, values: next })}
              />
            ),
          },
        ]
      : []),
  ]
}

function useValueParts(
  { projectId, filter, isNew, onChange, onChosen, onRemove }: FilterChipProps,
  name: string,
): Parts {
  const { t } = useTranslation()
  const clock = useAtomValue(clockAtom)
  const { property, operator, values } = filter
  const word = t(`filters.operator.${wordFor(filter)}`)
  const parts: Parts = [
    { tone: 'field', content: values.length === 1 ? singularFilterName(property) : name },
    {
      tone: 'operator',
      content: (
        <Menu
          trigger={
            <button
              type="button"
              className={chipButtonClass}
              aria-label={t('filters.operatorOf', { name, operator: word })}
            >
              {word}
            </button>
          }
        >
          <MenuRadio
            value={operator}
            onChange={(next: FilterOperator) => onChange(changeFilterOperator(filter, next, clock))}
            options={getFilterOperators(property).map((one) => ({
              value: one,
              label: t(`filters.operator.${one}`),
            }))}
          />
        </Menu>
      ),
    },
  ]
  if (operator === 'empty' || operator === 'not_empty') return parts
  const content =
    operator === 'contains' || operator === 'not_contains' ? (
      <FilterText
        text={values[0] ?? ''}
        isNew={isNew}
        onChange={(text) => onChange({ ...filter, values: [text] })}
        onClose={(text) => (text === '' ? onRemove() : onChosen())}
      />
    ) : (
      <FilterValues
        projectId={projectId}
        property={property}
        values={values}
        isNew={isNew}
        onChange={(next) => onChange({ ...filter, values: next })}
        onClose={values.length === 0 ? onRemove : onChosen}
      />
    )
  return [...parts, { tone: 'value', content }]
}

/** Returns the key of the operator's text. For a single value, the text is "is" instead of "is any of". */
function wordFor({ operator, values }: PropertyFilter): FilterOperator | 'is' | 'is_not' {
  if (values.length > 1) return operator
  return operator === 'in' ? 'is' : operator === 'not_in' ? 'is_not' : operator
}
