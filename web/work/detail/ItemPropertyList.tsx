import { useAtomValue } from 'jotai'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { itemProperties } from '#common/work/listing/properties.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { isIntakeItemInTriage } from '#common/work/work-items/triage.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { dueUrgencyClass } from '../../platform/person/dates.ts'
import { useCanCreateItems, useCanEditItem } from '../../platform/person/roles.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { getPropertyDetail } from '../listing/properties/details.tsx'
import { itemHasProperty, settablePropertiesAtom } from '../listing/properties/enabled-properties.ts'
import type { SettableProperty } from '../listing/properties/registry.ts'
import { updateWorkItem } from '../work-items/actions.ts'
import { Followers } from './followers/Followers.tsx'
import { propertyValueClass } from './value-class.ts'

/** The editable properties of an item and its followers. A menu offers the properties without a value. */
export function ItemPropertyList({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const isTriage = isIntakeItemInTriage(row)
  const canPlace = useCanCreateItems(row.project_id)
  const canEdit = useCanEditItem(row) && (canPlace || !isTriage)
  const all = useAtomValue(settablePropertiesAtom(row.project_id))
  const picked = all.filter(
    ({ name }) => !(isTriage && projectProperties.has(name)) && itemHasProperty(row, name),
  )
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLDListElement>(null)
  const isShown = ({ name, isEmpty }: SettableProperty) =>
    alwaysShown.has(name) || added.has(name) || !(isEmpty?.(row) ?? row[itemProperties[name].field] === null)
  const hidden = picked.filter((property) => !isShown(property))

  function add(name: string): void {
    setAdded(new Set([...added, name]))
    // Opens the picker of the property in the next frame, because the property is only rendered then.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-property="${name}"]`)?.click(),
    )
  }

  return (
    <dl ref={list} className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] items-start gap-y-0.5">
      {picked.filter(isShown).map((property) => (
        <div key={property.name} className="contents">
          <dt className="flex min-h-7 min-w-26 items-center pe-2 text-faint coarse:min-h-touch">
            {t(`properties.${property.name}`)}
          </dt>
          <dd className="-ms-1.5 min-w-0">
            <Value property={property} row={row} disabled={!canEdit} />
          </dd>
        </div>
      ))}
      <Followers row={row} />
      {canEdit && hidden.length > 0 && (
        <div className="col-span-2 -ms-2">
          <dt className="sr-only">{t('workItems.addProperty')}</dt>
          <dd>
            <Menu
              trigger={
                <Button size="sm" variant="ghost" icon={<Plus />}>
                  {t('workItems.addProperty')}
                </Button>
              }
            >
              {hidden.map(({ name, icon, pick }) => (
                <MenuItem key={name} icon={icon} keys={pick.keys} onSelect={() => add(name)}>
                  {t(`properties.${name}`)}
                </MenuItem>
              ))}
            </Menu>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Properties that are shown without a value too, because most items get one. */
const alwaysShown: ReadonlySet<string> = new Set(['state', 'priority', 'assignees', 'target_date'])

/** Properties that an item only gets when intake accepts it into the project. */
const projectProperties: ReadonlySet<string> = new Set(['state', 'cycle', 'epic', 'parent', 'modules'])

interface ValueProps {
  property: SettableProperty
  row: WorkItemRow
  disabled: boolean
}

function Value({ property, row, disabled }: ValueProps) {
  const { t } = useTranslation()
  const { name, choices, isEmpty, useValue } = property
  const { words, tone } = useValue(row, {})
  const { Full, Picker } = getPropertyDetail(name)
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
          className={propertyValueClass({
            // Several values wrap onto new lines. The placeholder of an empty property stays beside its icon.
            isTall: itemProperties[name].valueKind === 'ids' && !empty,
            isEmpty: empty,
            ...(tone && { className: dueUrgencyClass[tone] }),
          })}
        >
          <Full name={name} row={row} disabled={disabled} />
        </button>
      }
    />
  )
}
