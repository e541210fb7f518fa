import { properties } from '#common/listing/properties.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { detailOf } from '../listing/properties/details.tsx'
import { type PickedProperty, picked } from '../listing/properties/registry.ts'
import { useTranslation } from '../locales/i18n.ts'
import { useCanEdit } from '../permissions/may.ts'
import { cx } from '../ui/cx.ts'
import { updateWorkItem } from '../work-items/actions.ts'
import { toneClass } from '../work-items/dates.ts'

/** The properties of an item that people choose, each changed where it is shown. */
export function Properties({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const canEdit = useCanEdit(row)
  return (
    <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-y-0.5">
      {picked.map((property) => (
        <div key={property.name} className="contents">
          <dt className="flex h-7 items-center text-faint coarse:h-touch">
            {t(`properties.${property.name}`)}
          </dt>
          <dd className="-ml-1.5 min-w-0">
            <Value property={property} row={row} disabled={!canEdit} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ValueProps {
  property: PickedProperty
  row: WorkItemRow
  disabled: boolean
}

function Value({ property, row, disabled }: ValueProps) {
  const { t } = useTranslation()
  const { name, choices, isEmpty, useValue } = property
  const { words, tone } = useValue(row, {})
  const { Full, Picker } = detailOf(name)
  if (!Full || !Picker) return null
  const empty = isEmpty?.(row) === true
  return (
    <Picker
      name={name}
      projectId={row.project_id}
      item={row}
      disabled={disabled}
      onChange={(patch) => void updateWorkItem(row.id, patch)}
      trigger={
        <button
          type="button"
          data-property={name}
          disabled={disabled}
          aria-label={empty && disabled && choices?.none ? t(choices.none.label) : words}
          className={cx(
            valueClass,
            properties[name].holds === 'ids' ? 'h-auto min-h-7 flex-wrap py-0.5' : 'h-7',
            empty && 'text-faint',
            tone && toneClass[tone],
          )}
        >
          <Full name={name} row={row} disabled={disabled} />
        </button>
      }
    />
  )
}

const valueClass =
  'inline-flex max-w-full items-center gap-1.75 rounded-sm px-1.5 text-left font-medium hover:bg-hover data-popup-open:bg-hover disabled:hover:bg-transparent coarse:min-h-touch'
