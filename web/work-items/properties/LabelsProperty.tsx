import { useAtomValue } from 'jotai'
import { atLeast, role } from '#common/roles.ts'
import { createLabel } from '../../labels/actions.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Picker } from '../../ui/Picker.tsx'
import { labelsAtom } from '../atoms.ts'
import { projectRoleAtom } from '../may.ts'
import type { PropertyControl } from './property.ts'

interface LabelsPropertyProps extends PropertyControl {
  projectId: string
  value: readonly string[]
  onChange: (labelIds: string[]) => void
}

/** Project admins make a label by typing a new name; others are told whom to ask. */
export function LabelsProperty({ projectId, value, onChange, ...control }: LabelsPropertyProps) {
  const { t } = useTranslation()
  const labels = useAtomValue(labelsAtom(projectId))
  const canCreate = atLeast(useAtomValue(projectRoleAtom(projectId)), role.admin)
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
