import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { listNames } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LabelTag } from '../../platform/ui/LabelTag.tsx'
import { labelsAtom } from '../../work/labels/atoms.ts'
import { LabelPicker } from '../../work/labels/LabelPicker.tsx'
import { LabelsButton } from '../../work/labels/LabelsButton.tsx'
import { projectIdOfPage, setPageLabels } from './actions.ts'

/** Returns the labels of a page in the project's order. Pages of the workspace itself have none. */
function useLabelsOf(page: PageRow) {
  return useAtomValue(labelsAtom(projectIdOfPage(page) ?? '')).filter(({ id }) => page.label_ids.includes(id))
}

/** Number of labels that a row shows. For further labels, the row shows their number. */
const shownLabels = 2

/** Labels in a row of the page list. */
export function PageListLabels({ page }: { page: PageRow }) {
  const { t } = useTranslation()
  const labels = useLabelsOf(page)
  const hidden = labels.slice(shownLabels)
  if (labels.length === 0) return null
  return (
    <span className="ms-1 hidden min-w-0 shrink items-center gap-1 md:flex">
      {labels.slice(0, shownLabels).map((label) => (
        <LabelTag key={label.id} name={label.name} color={label.color} className="max-w-32" />
      ))}
      {hidden.length > 0 && (
        <span
          className="shrink-0 text-xs text-faint tabular"
          title={listNames(hidden.map(({ name }) => name))}
        >
          <span aria-hidden>+{hidden.length}</span>
          <span className="sr-only">{t('ui.more', { count: hidden.length })}</span>
        </span>
      )}
    </span>
  )
}

/** Labels below the title of the page. */
export function PageLabels({ page, canChange }: { page: PageRow; canChange: boolean }) {
  const { t } = useTranslation()
  const labels = useLabelsOf(page)
  const projectId = projectIdOfPage(page)
  if (projectId === null) return null
  if (canChange)
    return (
      <LabelsButton
        projectId={projectId}
        value={page.label_ids}
        onChange={(label_ids) => void setPageLabels(page, label_ids)}
      />
    )
  if (labels.length === 0) return null
  return (
    <ul aria-label={t('properties.labels')} className="flex flex-wrap gap-1">
      {labels.map(({ id, name, color }) => (
        <li key={id} className="flex min-w-0">
          <LabelTag name={name} color={color} />
        </li>
      ))}
    </ul>
  )
}

interface PageLabelPickerProps {
  page: PageRow
  projectId: string
  anchor: Element | null
  onClose: () => void
}

/** Label picker that the page's menu opens. */
export function PageLabelPicker({ page, projectId, anchor, onClose }: PageLabelPickerProps) {
  const [open, setOpen] = useState(true)
  return (
    <LabelPicker
      projectId={projectId}
      value={page.label_ids}
      onChange={(label_ids) => void setPageLabels(page, label_ids)}
      anchor={anchor}
      open={open}
      align="end"
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) onClose()
      }}
    />
  )
}
