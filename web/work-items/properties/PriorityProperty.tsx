import { type Priority, priorities } from '#common/work-items/priorities.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Picker } from '../../ui/Picker.tsx'
import { PriorityIcon } from '../../ui/PriorityIcon.tsx'
import type { PropertyControl } from './property.ts'

interface PriorityPropertyProps extends PropertyControl {
  value: Priority | null
  onChange: (priority: Priority) => void
}

export function PriorityProperty({ value, onChange, ...control }: PriorityPropertyProps) {
  const { t } = useTranslation()
  return (
    <Picker
      {...control}
      label={t('properties.priority')}
      value={value}
      onChange={(chosen) => {
        const priority = priorities.find((known) => known === chosen)
        if (priority !== undefined && priority !== value) onChange(priority)
      }}
      options={priorities.map((priority) => ({
        value: priority,
        label: t(`ui.priority.${priority}`),
        icon: <PriorityIcon priority={priority} />,
      }))}
    />
  )
}
