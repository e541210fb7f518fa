import { useAtomValue } from 'jotai'
import { Tag } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { LabelTag } from '../../platform/ui/LabelTag.tsx'
import { labelsAtom } from './atoms.ts'
import { LabelPicker } from './LabelPicker.tsx'

interface LabelsButtonProps {
  projectId: string
  value: readonly string[]
  onChange: (labelIds: string[]) => void
}

/** The labels of an item as a line that opens the picker. Without labels, it shows a placeholder. */
export function LabelsButton({ projectId, value, onChange }: LabelsButtonProps) {
  const { t } = useTranslation()
  const labels = useAtomValue(labelsAtom(projectId)).filter(({ id }) => value.includes(id))
  return (
    <LabelPicker
      projectId={projectId}
      value={value}
      onChange={onChange}
      align="start"
      trigger={
        <button
          type="button"
          className="-mx-1.5 flex min-h-control-sm max-w-full flex-wrap items-center gap-1 rounded-md px-1.5 py-0.5 text-ui-start text-sm text-faint transition-colors hover:bg-hover hover:text-text coarse:min-h-touch"
        >
          {labels.length === 0 && (
            <>
              <Tag className="me-0.5 size-3.5 text-icon-faint" />
              {t('workItems.addLabels')}
            </>
          )}
          {labels.map(({ id, name, color }) => (
            <LabelTag key={id} name={name} color={color} />
          ))}
        </button>
      }
    />
  )
}
