import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { Popover } from '../../../../platform/ui/Popover.tsx'
import type { ItemProperty } from '../../properties/property.ts'

interface HiddenValue {
  property: ItemProperty
  useValue: NonNullable<ItemProperty['useValue']>
}

interface HiddenCardValuesProps {
  row: WorkItemRow
  values: readonly HiddenValue[]
}

/** The button "+3" of a card with more values than fit. It opens a list of these values. */
export function HiddenCardValues({ row, values }: HiddenCardValuesProps) {
  const { t } = useTranslation()
  const label = t('ui.more', { count: values.length })
  return (
    <Popover
      label={label}
      className="max-w-72 py-2"
      trigger={
        <button
          type="button"
          aria-label={label}
          title={label}
          className="touch-target relative z-1 -mx-1 inline-flex h-5 items-center rounded-sm px-1 text-xs text-faint tabular hover:bg-hover hover:text-text aria-expanded:bg-active"
        >
          +{values.length}
        </button>
      }
    >
      <ul className="flex flex-col gap-1.5 text-sm">
        {values.map((value) => (
          <HiddenValueLine key={value.property.name} {...value} row={row} />
        ))}
      </ul>
    </Popover>
  )
}

function HiddenValueLine({ property, useValue, row }: HiddenValue & { row: WorkItemRow }) {
  const { words } = useValue(row, {})
  return (
    <li className="flex items-start gap-2 [&>svg]:mt-0.5 [&>svg]:size-3.5 [&>svg]:shrink-0 [&>svg]:text-icon-faint">
      {property.icon}
      <span className="[overflow-wrap:anywhere]">{words}</span>
    </li>
  )
}
