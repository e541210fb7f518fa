import { useAtomValue } from 'jotai'
import { UserRound } from 'lucide-react'
import { listNames } from '../../../locales/formats.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { PeopleStack } from '../../../platform/person/PeopleStack.tsx'
import { peopleByIdsAtom } from '../../../platform/person/people.ts'
import { personPropertyChoices } from './person-property-choices.tsx'
import type { ItemProperty } from './property.ts'

export const assigneesProperty: ItemProperty = {
  name: 'assignees',
  icon: <UserRound />,
  isEmpty: (row) => row.assignee_ids.length === 0,
  useValue: ({ assignee_ids }) => {
    const { t } = useTranslation()
    const assigned = useAtomValue(peopleByIdsAtom(assignee_ids.join(',')))
    if (assigned.length === 0) return { words: t('workItems.assign'), content: null }
    const names = listNames(assigned.map((person) => displayNameOf(person)))
    return {
      words: t('workItems.assignedTo', { names }),
      content: <PeopleStack label={t('properties.assignees')} people={assigned} />,
    }
  },
  row: { at: 9, className: 'w-14 justify-end px-0.5' },
  choices: {
    ...personPropertyChoices,
    none: { label: 'workItems.none.assignees', icon: <UserRound className="text-icon-faint" /> },
  },
  pick: { keys: 'a', isInBar: true },
}
