import { useAtomValue } from 'jotai'
import { Tag } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { LabelTag } from '../../ui/LabelTag.tsx'
import { labelsAtom } from '../atoms.ts'
import { PropertyButton } from './PropertyButton.tsx'
import { type RowValueProps, unsetClass } from './row-values.ts'

/** Labels shown in a row; more are a number. */
const labelsShown = 2

export function RowLabels({ row, canEdit }: RowValueProps) {
  const { t } = useTranslation()
  const known = useAtomValue(labelsAtom(row.project_id))
  const labels = known.filter((label) => row.label_ids.includes(label.id))
  const names = labels.map((label) => label.name).join(', ')
  const rest = labels.length - labelsShown
  return (
    <PropertyButton
      id={row.id}
      property="labels"
      disabled={!canEdit}
      label={labels.length === 0 ? t('workItems.addLabels') : t('workItems.labelsAre', { names })}
      className="hidden min-w-6 justify-end gap-1 px-0.5 md:flex"
    >
      {labels.length === 0 && <Tag className={unsetClass} />}
      {labels.slice(0, labelsShown).map((label) => (
        <LabelTag key={label.id} name={label.name} color={label.color} className="max-w-32" />
      ))}
      {rest > 0 && <span className="text-xs text-faint tabular">+{rest}</span>}
    </PropertyButton>
  )
}
