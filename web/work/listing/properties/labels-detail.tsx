import { useAtomValue } from 'jotai'
import { Tag } from 'lucide-react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { listNames } from '../../../locales/formats.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { LabelTag } from '../../../platform/ui/LabelTag.tsx'
import { labelsAtom } from '../../labels/atoms.ts'
import { LabelPicker } from '../../labels/LabelPicker.tsx'
import { intersectLists } from '../bulk/common-values.ts'
import { SharedLabelPicker } from '../bulk/SharedLabelPicker.tsx'
import type { DetailPropertyDefinition, PropertyPickerProps } from './property-detail.ts'
import { createReferenceCellText, parsePastedList } from './text.ts'

export const labelsDetail: DetailPropertyDefinition = {
  column: { width: 200 },
  Cell: LabelsCell,
  Full: Labels,
  Picker: LabelsPicker,
  Across: SharedLabelPicker,
  ofMany: (rows) => ({ label_ids: intersectLists(rows.map((row) => row.label_ids)) }),
  text: (row, names) => createReferenceCellText(row.label_ids, names.label),
  parse: (given, { labels }) => parsePastedList('label_ids', given, labels, 'unknown_label'),
}

function useLabelsOf(row: WorkItemRow) {
  return useAtomValue(labelsAtom(row.project_id)).filter((label) => row.label_ids.includes(label.id))
}

/**
 * Maximum number of labels in a cell. If an item has more labels, the cell shows one label less, and the number of the
 * other labels.
 */
const tags = 2

function LabelsCell({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const labels = useLabelsOf(row)
  const hidden = labels.slice(labels.length > tags ? tags - 1 : tags)
  return (
    <span className="flex min-w-0 items-center gap-1">
      {labels.slice(0, labels.length - hidden.length).map((label) => (
        <LabelTag key={label.id} name={label.name} color={label.color} />
      ))}
      {hidden.length > 0 && (
        <span className="shrink-0 text-xs text-faint" title={listNames(hidden.map((label) => label.name))}>
          <span aria-hidden>+{hidden.length}</span>
          <span className="sr-only">{t('ui.more', { count: hidden.length })}</span>
        </span>
      )}
    </span>
  )
}

function Labels({ row, disabled }: { row: WorkItemRow; disabled: boolean }) {
  const { t } = useTranslation()
  const labels = useLabelsOf(row)
  if (labels.length === 0) {
    return (
      <>
        <Tag /> {t(disabled ? 'workItems.none.labels' : 'workItems.addLabels')}
      </>
    )
  }
  return labels.map((label) => <LabelTag key={label.id} name={label.name} color={label.color} />)
}

function LabelsPicker({ name: _, projectId, item, onChange, ...control }: PropertyPickerProps) {
  return (
    <LabelPicker
      {...control}
      projectId={projectId}
      value={item.label_ids ?? []}
      onChange={(label_ids) => onChange({ label_ids })}
    />
  )
}
