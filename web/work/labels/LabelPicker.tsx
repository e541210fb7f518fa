import { useAtomValue } from 'jotai'
import type { ReactElement } from 'react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { Picker } from '../../platform/ui/Picker.tsx'
import { createLabel } from './actions.ts'
import { labelsAtom } from './atoms.ts'

interface LabelPickerProps {
  projectId: string
  value: readonly string[]
  onChange: (labelIds: string[]) => void
  trigger?: ReactElement
  anchor?: Element | null
  open?: boolean
  onOpenChange?: (open: boolean) => void
  finalFocus?: () => HTMLElement | boolean
  disabled?: boolean
  /** The letter that the user typed to open the picker. It becomes the start of the search text. */
  typed?: string
  align?: 'start' | 'end'
}

/** Picker for the labels of a project. Project admins can create a label by typing a new name. */
export function LabelPicker({ projectId, value, onChange, ...control }: LabelPickerProps) {
  const { t } = useTranslation()
  const labels = useAtomValue(labelsAtom(projectId))
  const canCreate = hasRoleAtLeast(useAtomValue(projectRoleAtom(projectId)), role.admin)
  const create = async (name: string) => {
    const id = await createLabel(projectId, name)
    if (id !== null) onChange([...value, id])
  }
  return (
    <Picker
      {...control}
      multiple
      label={t('properties.labels')}
      value={value}
      onChange={onChange}
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
