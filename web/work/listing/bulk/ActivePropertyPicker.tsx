import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { itemProperties, type PropertyName } from '#common/work/listing/properties.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { store, tables } from '../../../platform/app/sync.ts'
import { useMoveTargets } from '../../../platform/person/roles.ts'
import type { Project } from '../../../platform/sync/tables.ts'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../../platform/ui/loadable.ts'
import { type PickerProps, Picker as ValuePicker } from '../../../platform/ui/Picker.tsx'
import { ProjectLogo } from '../../../platform/ui/ProjectLogo.tsx'
import { updateWorkItem, type WorkItemPatch } from '../../work-items/actions.ts'
import { ItemPicker as SearchPicker } from '../../work-items/ItemPicker.tsx'
import { focusTargetOfItem } from '../drag/keep-focus.ts'
import { getPropertyDetail } from '../properties/details.tsx'
import type { EditableItemValues } from '../properties/property-detail.ts'
import { focusCurrentItem } from '../selection/current-item.ts'
import { removeListValuesFromItems, updateItems } from './change-many.ts'
import { commonValue, diffPickedValues } from './common-values.ts'
import { closePicker, type OpenPickerState, openPickerAtom } from './open-picker.ts'
import { loadedItemRows } from './send-many.ts'

/** The open property picker for one or many items. */
export function ActivePropertyPicker() {
  const openPicker = useAtomValue(openPickerAtom)
  // Rerenders when rows change while the picker is open.
  useAtomValue(tables.work_items.allAtom)
  if (openPicker === null) return null
  const rows = loadedItemRows(openPicker.ids)
  return rows.length > 0 && <ItemPicker key={openPicker.property} openPicker={openPicker} rows={rows} />
}

/** Shows the picker of a property as a page of the palette. */
export function PropertyPickerPage({ property, ids }: Pick<OpenPickerState, 'property' | 'ids'>) {
  useAtomValue(tables.work_items.allAtom)
  const rows = loadedItemRows(ids)
  const openPicker = { property, ids, anchor: null, from: null, open: true }
  return (
    rows.length > 0 && <ItemPicker openPicker={openPicker} rows={rows} finalFocus={() => focusItem(ids)} />
  )
}

interface ItemPickerProps {
  openPicker: OpenPickerState
  rows: WorkItemRow[]
  finalFocus?: () => HTMLElement | boolean
}

function ItemPicker({ openPicker, rows, finalFocus = focusAfter }: ItemPickerProps) {
  const control = {
    anchor: openPicker.anchor,
    open: openPicker.open,
    onOpenChange: (open: boolean) => !open && closePicker(),
    finalFocus,
  }
  const { ids, property, anchor, open } = openPicker
  useEffect(() => {
    if (!open || anchor?.ariaExpanded == null) return
    anchor.ariaExpanded = 'true'
    return () => {
      anchor.ariaExpanded = 'false'
    }
  }, [anchor, open])
  const [only] = rows
  if (property === 'parent') return only && <ParentPicker openPicker={openPicker} row={only} />
  if (property === 'project') return <ProjectPicker rows={rows} control={control} />
  const { Picker, Across, ofMany } = getPropertyDetail(property)
  const projectId = commonValue(rows, (row) => row.project_id)
  if (projectId === null && Across) return <Across ids={ids} rows={rows} control={control} />
  if (!Picker || !ofMany) return null
  const item = ofMany(rows)
  return (
    <Picker
      {...control}
      name={property}
      projectId={projectId ?? ''}
      item={item}
      onChange={(patch) => give(ids, property, item, patch)}
    />
  )
}

const moving = loadable(() => import('./MoveItems.tsx').then(({ MoveItems }) => MoveItems))
const searchQuery = { parent: 'true' } as const

/** Picker for the parent of an item. */
function ParentPicker({ openPicker, row }: { openPicker: OpenPickerState; row: WorkItemRow }) {
  const { t } = useTranslation()
  if (!openPicker.open) return null
  return (
    <SearchPicker
      item={row}
      searchQuery={searchQuery}
      label={t('workItems.setParent')}
      emptyText={t('workItems.noParents')}
      anchor={openPicker.anchor}
      onPick={({ id }) => void updateWorkItem(row.id, { parent_id: id })}
      onClose={closePicker}
    />
  )
}

interface ProjectPickerProps {
  rows: WorkItemRow[]
  control: Pick<PickerProps, 'anchor' | 'open' | 'onOpenChange' | 'finalFocus'>
}

/**
 * Picker for the project to which the items are moved. After the choice, a dialog shows what the move would change in
 * the items.
 */
function ProjectPicker({ rows, control }: ProjectPickerProps) {
  const { t } = useTranslation()
  const targets = useMoveTargets(rows)
  const [to, setTo] = useState<Project | null>(null)
  if (to !== null) return <LazyComponent part={moving} props={{ rows, to, onClose: () => setTo(null) }} />
  return (
    <ValuePicker
      {...control}
      label={t('workItems.moveToProject')}
      emptyText={t('workItems.noProjectLikeThat')}
      value={null}
      options={targets.map(({ id, name, identifier, logo_props }) => ({
        value: id,
        label: name,
        hint: identifier,
        icon: <ProjectLogo logo={logo_props} name={name} />,
      }))}
      onChange={(id) => setTo(targets.find((project) => project.id === id) ?? null)}
    />
  )
}

/**
 * Applies a choice in a picker to the items. For properties with several values, the values that all items
 * share are checked. Unchecking removes a value from all items, checking adds it to all.
 */
function give(
  ids: readonly string[],
  name: PropertyName,
  item: EditableItemValues,
  patch: WorkItemPatch,
): void {
  const property = itemProperties[name]
  if (property.valueKind !== 'ids' || !('isSettable' in property)) return void updateItems(ids, () => patch)
  const { field } = property
  const { added, removed } = diffPickedValues(item[field] ?? [], patch[field] ?? [])
  if (added.length > 0) void updateItems(ids, () => ({ [field]: added }))
  if (removed.length > 0) void removeListValuesFromItems(ids, () => ({ [field]: removed }))
}

/**
 * Returns the element to focus: the element that had the focus before, or the item if its row or card was
 * replaced.
 */
function focusAfter(): HTMLElement | boolean {
  const { from, ids = [] } = store.get(openPickerAtom) ?? {}
  return from?.isConnected ? from : focusItem(ids)
}

function focusItem([id]: readonly string[]): HTMLElement | boolean {
  const item = id === undefined ? null : focusTargetOfItem(id)
  if (item === null) focusCurrentItem()
  return item ?? true
}
