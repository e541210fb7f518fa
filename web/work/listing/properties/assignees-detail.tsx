import { useAtomValue } from 'jotai'
import { UserRound } from 'lucide-react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { assignableUsersAtom, peopleByIdsAtom } from '../../../platform/person/people.ts'
import { Avatar } from '../../../platform/ui/Avatar.tsx'
import { Picker } from '../../../platform/ui/Picker.tsx'
import { intersectLists } from '../bulk/common-values.ts'
import { SharedAssigneePicker } from '../bulk/SharedAssigneePicker.tsx'
import { PeopleCell } from './PeopleCell.tsx'
import type { DetailPropertyDefinition, PropertyPickerProps } from './property-detail.ts'
import { createReferenceCellText, parsePastedList } from './text.ts'

export const assigneesDetail: DetailPropertyDefinition = {
  column: { width: 168 },
  Cell: ({ row }) => <PeopleCell ids={row.assignee_ids} />,
  Full: Assignees,
  Picker: AssigneesPicker,
  Across: SharedAssigneePicker,
  ofMany: (rows) => ({ assignee_ids: intersectLists(rows.map((row) => row.assignee_ids)) }),
  text: (row, names) => createReferenceCellText(row.assignee_ids, names.person),
  parse: (given, { people }) => parsePastedList('assignee_ids', given, people, 'unknown_person'),
}

function Assignees({ row, disabled }: { row: WorkItemRow; disabled: boolean }) {
  const { t } = useTranslation()
  const people = useAtomValue(peopleByIdsAtom(row.assignee_ids.join(',')))
  if (people.length === 0) {
    return (
      <>
        <UserRound /> {t(disabled ? 'workItems.none.assignees' : 'workItems.assign')}
      </>
    )
  }
  return people.map((person) => (
    <span key={person.id} className="inline-flex items-center gap-1.5 pe-1">
      <Avatar id={person.id} name={displayNameOf(person)} src={person.avatar_url} size="xs" decorative />
      {displayNameOf(person)}
    </span>
  ))
}

function AssigneesPicker({ name: _, projectId, item, onChange, ...control }: PropertyPickerProps) {
  const { t } = useTranslation()
  const people = useAtomValue(assignableUsersAtom(projectId))
  return (
    <Picker
      {...control}
      multiple
      label={t('properties.assignees')}
      value={item.assignee_ids ?? []}
      onChange={(assignee_ids) => onChange({ assignee_ids })}
      emptyText={t('workItems.noPeople')}
      options={people.map((person) => ({
        value: person.id,
        label: displayNameOf(person),
        // The people of the sample project are bots with generated email addresses, so their addresses are not
        // shown.
        ...(person.email && !person.is_bot && { hint: person.email }),
        keywords: [person.first_name, person.last_name],
        icon: (
          <Avatar id={person.id} name={displayNameOf(person)} src={person.avatar_url} size="xs" decorative />
        ),
      }))}
    />
  )
}
