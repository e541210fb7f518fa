import { useAtomValue } from 'jotai'
import { useTranslation } from '../../../locales/i18n.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { Avatar } from '../../../platform/ui/Avatar.tsx'
import { Picker } from '../../../platform/ui/Picker.tsx'
import type { AcrossProps } from '../properties/property-detail.ts'
import { peopleAcrossAtom, projectsOf } from './across-projects.ts'
import { removeFromItems, updateItems } from './change-many.ts'
import { addedAndRemoved, commonValuesOfLists } from './common-values.ts'

/** Picker for people who can be assigned in all projects of the selected items. */
export function AssigneesAcrossProjects({ ids, rows, control }: AcrossProps) {
  const { t } = useTranslation()
  const people = useAtomValue(peopleAcrossAtom(projectsOf(rows)))
  const value = commonValuesOfLists(rows.map((row) => row.assignee_ids))
  return (
    <Picker
      {...control}
      multiple
      label={t('properties.assignees')}
      emptyText={t('workItems.noPeople')}
      value={value}
      onChange={(next) => {
        const { added, removed } = addedAndRemoved(value, next)
        if (added.length > 0) void updateItems(ids, () => ({ assignee_ids: added }))
        if (removed.length > 0) void removeFromItems(ids, () => ({ assignee_ids: removed }))
      }}
      options={people.map((person) => ({
        value: person.id,
        label: displayNameOf(person),
        keywords: [person.first_name, person.last_name],
        icon: (
          <Avatar id={person.id} name={displayNameOf(person)} src={person.avatar_url} size="xs" decorative />
        ),
      }))}
    />
  )
}
