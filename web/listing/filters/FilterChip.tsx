import { useTranslation } from '../../locales/i18n.ts'
import { Chip } from '../../ui/Chip.tsx'
import { chipPartClass } from '../../ui/chip-part-class.ts'
import { Menu } from '../../ui/Menu.tsx'
import { MenuRadio } from '../../ui/MenuRadio.tsx'
import type { ListingScope } from '../scopes.ts'
import { FilterDates } from './FilterDates.tsx'
import { FilterValues } from './FilterValues.tsx'
import { type Filter, isDate, type Operator, operatorsOf } from './leaf.ts'

interface FilterChipProps {
  scope: ListingScope
  filter: Filter
  /** It was just added: its values are asked for at once. */
  isNew: boolean
  onChange: (filter: Filter) => void
  /** Its values are chosen for now. */
  onChosen: () => void
  onRemove: () => void
}

export function FilterChip({ scope, filter, isNew, onChange, onChosen, onRemove }: FilterChipProps) {
  const { t } = useTranslation()
  const { property, operator, values } = filter
  const name = t(`properties.${property}`)
  const word = t(`filters.operator.${wordFor(filter)}`)
  const changeOperator = (next: Operator) =>
    onChange({ ...filter, operator: next, values: valuesFor(next, values) })
  return (
    <Chip
      name={name}
      onRemove={onRemove}
      parts={[
        { tone: 'field', content: name },
        {
          tone: 'operator',
          content: (
            <Menu
              trigger={
                <button
                  type="button"
                  className={chipPartClass}
                  aria-label={t('filters.operatorOf', { name, operator: word })}
                >
                  {word}
                </button>
              }
            >
              <MenuRadio
                value={operator}
                onChange={changeOperator}
                options={operatorsOf(property).map((one) => ({
                  value: one,
                  label: t(`filters.operator.${one}`),
                }))}
              />
            </Menu>
          ),
        },
        {
          tone: 'value',
          content: isDate(property) ? (
            <FilterDates
              name={name}
              isRange={operator === 'between'}
              values={values}
              onChange={(next) => onChange({ ...filter, values: next })}
            />
          ) : (
            <FilterValues
              scope={scope}
              property={property}
              values={values}
              isNew={isNew}
              onChange={(next) => onChange({ ...filter, values: next })}
              onClose={values.length === 0 ? onRemove : onChosen}
            />
          ),
        },
      ]}
    />
  )
}

/** "is" is shorter than "is any of" where there is one value. */
function wordFor({ operator, values }: Filter): Operator | 'is_not' {
  if (values.length > 1) return operator
  return operator === 'in' ? 'is' : operator === 'not_in' ? 'is_not' : operator
}

function valuesFor(operator: Operator, values: readonly string[]): readonly string[] {
  const [first, last = first] = values
  if (operator === 'is') return values.slice(0, 1)
  if (operator === 'between') return [first, last].filter((day) => day !== undefined)
  return values
}
