import { useAtomValue } from 'jotai'
import { UserRound } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { PeopleStack } from '../../users/PeopleStack.tsx'
import { peopleAtom } from '../../users/people.ts'
import { PropertyButton } from './PropertyButton.tsx'
import { type RowValueProps, unsetClass } from './row-values.ts'

export function RowAssignees({ row, canEdit }: RowValueProps) {
  const { t } = useTranslation()
  const people = useAtomValue(peopleAtom(row.assignee_ids.join(',')))
  const names = people.map((person) => person.display_name).join(', ')
  return (
    <PropertyButton
      id={row.id}
      property="assignees"
      disabled={!canEdit}
      label={names === '' ? t('workItems.assign') : t('workItems.assignedTo', { names })}
      className="min-w-11 justify-end px-0.5"
    >
      {people.length === 0 ? (
        <UserRound className={unsetClass} />
      ) : (
        <PeopleStack label={t('workItems.assignees')} people={people} />
      )}
    </PropertyButton>
  )
}
