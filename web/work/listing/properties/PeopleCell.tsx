import { useAtomValue } from 'jotai'
import { listNames } from '../../../locales/formats.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { peopleByIdsAtom } from '../../../platform/person/people.ts'
import { Avatar } from '../../../platform/ui/Avatar.tsx'
import { cx } from '../../../platform/ui/cx.ts'
import { iconAndNameClass } from './property-detail.ts'

const avatars = 3

/** Avatars and names of people in a cell of the spreadsheet. */
export function PeopleCell({ ids }: { ids: readonly string[] }) {
  const people = useAtomValue(peopleByIdsAtom(ids.join(',')))
  if (people.length === 0) return null
  return (
    <span className={iconAndNameClass}>
      <span className="flex shrink-0">
        {people.slice(0, avatars).map((person, at) => (
          <Avatar
            key={person.id}
            id={person.id}
            name={displayNameOf(person)}
            src={person.avatar_url}
            size="xs"
            decorative
            className={cx('ring-[1.5px] ring-sheet', at > 0 && '-ms-1')}
          />
        ))}
      </span>
      <span className="truncate">{listNames(people.map((person) => displayNameOf(person)))}</span>
    </span>
  )
}
