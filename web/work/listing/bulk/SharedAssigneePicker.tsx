import { useAtomValue } from 'jotai'
import { useTranslation } from '../../../locales/i18n.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { Avatar } from '../../../platform/ui/Avatar.tsx'
import { Picker } from '../../../platform/ui/Picker.tsx'
import type { AcrossProjectsPickerProps } from '../properties/property-detail.ts'
import { joinProjectIds, sharedAssigneesAtom } from './across-projects.ts'
import { removeListValuesFromItems, updateItems } from './change-many.ts'
import { diffPickedValues, intersectLists } from './common-values.ts'

/** Picker for people who can be assigned in all projects of the selected items. */
export function SharedAssigneePicker({ ids, rows, control }: AcrossProjectsPickerProps) {
  const { t } = useTranslation()
  const people = useAtomValue(sharedAssigneesAtom(joinProjectIds(rows)))
  const value = intersectLists(rows.map((row) => row.assignee_ids))
  return (
    <Picker
      {...control}
      multiple
      label={t('properties.assignees')}
      emptyText={t('workItems.noPeople')}
      value={value}
      onChange={(next) => {
        const { added, removed } = diffPickedValues(value, next)
        if (added.length > 0) void updateItems(ids, () => ({ assignee_ids: added }))
        if (removed.length > 0) void removeListValuesFromItems(ids, () => ({ assignee_ids: removed }))
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
