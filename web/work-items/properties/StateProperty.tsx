import { useAtomValue } from 'jotai'
import type { ReactElement } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Picker } from '../../ui/Picker.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { statesAtom } from '../atoms.ts'
import type { PropertyControl } from './property.ts'

interface StatePropertyProps extends PropertyControl {
  projectId: string
  value: string | null
  onChange: (stateId: string) => void
  trigger?: ReactElement
}

export function StateProperty({ projectId, value, onChange, ...control }: StatePropertyProps) {
  const { t } = useTranslation()
  const states = useAtomValue(statesAtom(projectId))
  return (
    <Picker
      {...control}
      label={t('properties.state')}
      value={value}
      onChange={(id) => id !== null && id !== value && onChange(id)}
      options={states.map((state) => ({
        value: state.id,
        label: state.name,
        icon: <StateIcon group={state.group} color={state.color} />,
      }))}
    />
  )
}
