import { useAtomValue } from 'jotai'
import { Eye } from 'lucide-react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { listNames } from '../../../locales/formats.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { PeopleStack } from '../../../platform/person/PeopleStack.tsx'
import { peopleByIdsAtom, peopleOfProjectAtom } from '../../../platform/person/people.ts'
import { useCanCreateItems } from '../../../platform/person/roles.ts'
import { meAtom } from '../../../platform/person/session.ts'
import { Avatar } from '../../../platform/ui/Avatar.tsx'
import { Picker } from '../../../platform/ui/Picker.tsx'
import { propertyValueClass } from '../value-class.ts'
import { setFollower } from './actions.ts'

/** People who are notified about an item. Members can change all followers, guests only themselves. */
export function Followers({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const me = useAtomValue(meAtom)
  const followers = useAtomValue(peopleByIdsAtom(row.subscriber_ids.join(',')))
  const people = useAtomValue(peopleOfProjectAtom(row.project_id))
  const canChoose = useCanCreateItems(row.project_id)
  const choices = canChoose ? people : people.filter(({ id }) => id === me?.id)
  const names = listNames(followers.map(({ display_name }) => displayNameOf({ display_name })))
  const value = followers.map(({ id }) => id).filter((id) => choices.some((one) => one.id === id))

  function change(next: string[]) {
    for (const person of choices) {
      const wanted = next.includes(person.id)
      if (wanted !== value.includes(person.id)) void setFollower(row, person, wanted)
    }
  }

  return (
    <div className="contents">
      <dt className="flex min-h-7 min-w-26 items-center pe-2 text-faint coarse:min-h-touch">
        {t('followers.title')}
      </dt>
      <dd className="-ms-1.5 min-w-0">
        <Picker
          multiple
          label={t('followers.title')}
          value={value}
          onChange={change}
          emptyText={t('followers.nobodyFound')}
          options={choices.map(({ id, display_name, first_name, last_name, avatar_url }) => ({
            value: id,
            label: displayNameOf({ display_name }),
            keywords: [first_name, last_name],
            icon: (
              <Avatar id={id} name={displayNameOf({ display_name })} src={avatar_url} size="xs" decorative />
            ),
          }))}
          trigger={
            <button
              type="button"
              className={propertyValueClass({ isEmpty: followers.length === 0 })}
              aria-label={`${t('followers.title')}: ${names || t('followers.none')}`}
            >
              {followers.length === 0 ? (
                <>
                  <Eye /> {t('followers.none')}
                </>
              ) : (
                <PeopleStack label={t('followers.title')} people={followers} max={6} />
              )}
            </button>
          }
        />
      </dd>
    </div>
  )
}
