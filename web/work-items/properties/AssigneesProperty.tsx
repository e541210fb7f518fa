import { useAtomValue } from 'jotai'
import { useTranslation } from '../../locales/i18n.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { assignableAtom } from '../../users/people.ts'
import type { PropertyControl } from './property.ts'

interface AssigneesPropertyProps extends PropertyControl {
  projectId: string
  value: readonly string[]
  onChange: (userIds: string[]) => void
}

export function AssigneesProperty({ projectId, value, onChange, ...control }: AssigneesPropertyProps) {
  const { t } = useTranslation()
  const people = useAtomValue(assignableAtom(projectId))
  return (
    <Picker
      {...control}
      multiple
      label={t('properties.assignees')}
      value={value}
      onChange={onChange}
      emptyText={t('workItems.noPeople')}
      options={people.map((person) => ({
        value: person.id,
        label: person.display_name,
        ...(person.email && { hint: person.email }),
        keywords: [person.first_name, person.last_name],
        icon: (
          <Avatar id={person.id} name={person.display_name} src={person.avatar_url} size="xs" decorative />
        ),
      }))}
    />
  )
}
