import { useTranslation } from '../../../locales/i18n.ts'
import { Picker } from '../../../platform/ui/Picker.tsx'
import { StateIcon } from '../../../platform/ui/StateIcon.tsx'
import { fieldsOfNewItemInGroup } from '../group-target.ts'
import type { AcrossProjectsPickerProps } from '../properties/property-detail.ts'
import { updateItems } from './change-many.ts'
import { commonValue } from './common-values.ts'

/** Picker for state groups. Projects have different states but share the groups. */
export function SharedStateGroupPicker({ rows, control }: AcrossProjectsPickerProps) {
  const { t } = useTranslation()
  return (
    <Picker
      {...control}
      label={t('properties.state')}
      value={commonValue(rows, (row) => row.state__group)}
      onChange={(group) => {
        if (group === null) return
        const others = rows.filter((row) => row.state__group !== group).map((row) => row.id)
        void updateItems(others, (projectId) => fieldsOfNewItemInGroup('state__group', group, projectId))
      }}
      options={choices.map((group) => ({
        value: group,
        label: t(`ui.state.${group}`),
        icon: <StateIcon group={group} />,
      }))}
    />
  )
}

const choices = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const
