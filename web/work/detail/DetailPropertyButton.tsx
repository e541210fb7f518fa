import { itemProperties } from '#common/work/listing/properties.ts'
import { t, useTranslation } from '../../locales/i18n.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { getPropertyDetail } from '../listing/properties/details.tsx'
import type { EditableField } from '../listing/properties/property-detail.ts'
import type { SettableProperty } from '../listing/properties/registry.ts'
import type { Draft } from '../work-items/draft-fields.ts'

/** Property values of an item that does not exist yet. */
export type PropertyFieldValues = Partial<Pick<Draft, EditableField>>

interface PropertyButtonProps<Values extends PropertyFieldValues> {
  property: SettableProperty
  projectId: string
  values: Values
  onChange: (values: Values) => void
  /** Hides the label while no value is chosen. */
  isSmall?: boolean
}

/** A button that shows the value of a property and opens its picker. */
export function DetailPropertyButton<Values extends PropertyFieldValues>({
  property,
  projectId,
  values,
  onChange,
  isSmall,
}: PropertyButtonProps<Values>) {
  const { i18n } = useTranslation()
  const { Picker } = getPropertyDetail(property.name)
  const common = itemProperties[property.name]
  if (!Picker || !('isSettable' in common)) return null
  const value = values[common.field as EditableField]
  if (value === undefined) return null
  const { label, icon, isChosen } = chosen(property, value, i18n.language)
  const bare = isSmall && !isChosen
  return (
    <Picker
      name={property.name}
      projectId={projectId}
      item={{ [common.field]: value }}
      // The type system cannot know that a picker only changes the fields that it received.
      onChange={(patch) => onChange(patch as unknown as Values)}
      trigger={
        <Button size="sm" variant={isSmall ? 'ghost' : 'line'} icon={icon}>
          {bare ? <span className="sr-only">{label}</span> : label}
        </Button>
      }
    />
  )
}

/**
 * Returns the icon and label of the button. Without a value, the label is the name of the property. With a date, it is
 * the name and the date. Otherwise, it is the value. For several values, it is the first value and the number of the
 * others.
 */
function chosen({ name, icon, choices }: SettableProperty, value: Draft[EditableField], language: string) {
  const own = t(`properties.${name}`)
  if (Array.isArray(value)) {
    const [first, ...others] = value
    if (first === undefined || choices === undefined) return { icon, label: own, isChosen: false }
    const option = choices.optionOf(first)
    const more = others.length > 0 ? ` +${others.length}` : ''
    return { icon: option.icon ?? icon, label: `${option.label}${more}`, isChosen: true }
  }
  if (value === null) return { icon, label: own, isChosen: false }
  if (!choices) return { icon, label: `${own} · ${formatShortDate(value, language)}`, isChosen: true }
  return { ...choices.optionOf(value), isChosen: value !== 'none' }
}
