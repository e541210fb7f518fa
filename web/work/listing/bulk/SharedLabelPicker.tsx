import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { Picker } from '../../../platform/ui/Picker.tsx'
import type { AcrossProjectsPickerProps } from '../properties/property-detail.ts'
import { joinProjectIds, sharedLabelsAtom } from './across-projects.ts'
import { removeListValuesFromItems, updateItems } from './change-many.ts'
import { diffPickedValues, intersectLists } from './common-values.ts'

/** Picker for labels that exist under the same name in all projects of the selected items. */
export function SharedLabelPicker({ ids, rows, control }: AcrossProjectsPickerProps) {
  const { t } = useTranslation()
  const labels = useAtomValue(sharedLabelsAtom(joinProjectIds(rows)))
  const value = useMemo(() => {
    const namesOf = (label_ids: readonly string[]) =>
      label_ids.map((id) => tables.labels.get(id)?.name.toLocaleLowerCase() ?? '')
    return intersectLists(rows.map((row) => namesOf(row.label_ids)))
  }, [rows])
  const within = (names: readonly string[]) => (projectId: string) => ({
    label_ids: labels
      .filter((label) => names.includes(label.key))
      .flatMap((label) => label.ids.get(projectId) ?? []),
  })
  return (
    <Picker
      {...control}
      multiple
      label={t('properties.labels')}
      emptyText={t('bulk.noCommonLabels')}
      value={value}
      onChange={(next) => {
        const { added, removed } = diffPickedValues(value, next)
        if (added.length > 0) void updateItems(ids, within(added))
        if (removed.length > 0) void removeListValuesFromItems(ids, within(removed))
      }}
      options={labels.map(({ key, name, color }) => ({
        value: key,
        label: name,
        icon: <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: color }} />,
      }))}
    />
  )
}
