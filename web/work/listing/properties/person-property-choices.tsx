import { t } from '../../../locales/i18n.ts'
import { store, tables } from '../../../platform/app/sync.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { assignableUsersAtom, peopleOfProjectAtom } from '../../../platform/person/people.ts'
import { meAtom } from '../../../platform/person/session.ts'
import { Avatar } from '../../../platform/ui/Avatar.tsx'
import { splitWords } from '../../../platform/ui/split-words.ts'
import type { PropertyChoices } from './property.ts'

/** Choices of people. Items can be assigned to members, filters also offer guests. */
export const personPropertyChoices: PropertyChoices = {
  in: assignableUsersAtom,
  filteredIn: peopleOfProjectAtom,
  optionOf: (id) => {
    const person = tables.users.get(id)
    return {
      value: id,
      label: displayNameOf(person) ?? t('workItems.unknownPerson'),
      keywords: [
        ...(person ? [person.first_name, person.last_name] : []),
        ...(id === store.get(meAtom)?.id ? splitWords(t('filters.typed.me')) : []),
      ],
      icon: (
        <Avatar
          id={id}
          name={displayNameOf(person) ?? ''}
          src={person?.avatar_url ?? null}
          size="xs"
          decorative
        />
      ),
    }
  },
}
