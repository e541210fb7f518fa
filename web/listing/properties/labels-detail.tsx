import { useAtomValue } from 'jotai'
import { Tag } from 'lucide-react'
import { atLeast, role } from '#common/roles.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { createLabel } from '../../labels/actions.ts'
import { labelsAtom } from '../../labels/atoms.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { projectRoleAtom } from '../../permissions/may.ts'
import { LabelTag } from '../../ui/LabelTag.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { AcrossLabels } from '../bulk/AcrossLabels.tsx'
import { inAll } from '../bulk/common-values.ts'
import type { PickerProps, PropertyDetail } from './detail.ts'
import { listText, parseList } from './text.ts'

export const labelsDetail: PropertyDetail = {
  column: { width: 200, sort: { words: 'name' } },
  Cell: LabelsCell,
  Full: Labels,
  Picker: LabelsPicker,
  Across: AcrossLabels,
  ofMany: (rows) => ({ label_ids: inAll(rows.map((row) => row.label_ids)) }),
  text: (row, names) => listText(row.label_ids, names.label),
  parse: (given, { labels }) => parseList('label_ids', given, labels, 'unknown_label'),
}

function useLabelsOf(row: WorkItemRow) {
  return useAtomValue(labelsAtom(row.project_id)).filter((label) => row.label_ids.includes(label.id))
}

/** Tags in a cell; more are a number. */
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
        <span className="shrink-0 text-xs text-faint" title={hidden.map((label) => label.name).join(', ')}>
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

/** Project admins make a label by typing a new name; others are told whom to ask. */
function LabelsPicker({ name: _, projectId, item, onChange, ...control }: PickerProps) {
  const { t } = useTranslation()
  const labels = useAtomValue(labelsAtom(projectId))
  const canCreate = atLeast(useAtomValue(projectRoleAtom(projectId)), role.admin)
  const value = item.label_ids ?? []
  const create = async (name: string) => {
    const id = await createLabel(projectId, name)
    if (id !== null) onChange({ label_ids: [...value, id] })
  }
  return (
    <Picker
      {...control}
      multiple
      label={t('properties.labels')}
      value={value}
      onChange={(label_ids) => onChange({ label_ids })}
      emptyText={
        labels.length > 0
          ? t('workItems.noSuchLabel')
          : t(canCreate ? 'workItems.firstLabel' : 'workItems.noLabels')
      }
      {...(canCreate && { onCreate: (name: string) => void create(name) })}
      options={labels.map((label) => ({
        value: label.id,
        label: label.name,
        icon: (
          <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: label.color }} />
        ),
      }))}
    />
  )
}
