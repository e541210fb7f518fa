import { useAtomValue } from 'jotai'
import type { Presence } from '#common/platform/changes.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { displayNameOf } from '../person/display-name.ts'
import { peopleByIdsAtom } from '../person/people.ts'
import { meAtom } from '../person/session.ts'
import { AvatarStack } from '../ui/AvatarStack.tsx'
import { followedPersonAtom, followPerson } from './follow.ts'

/** Shows other users who are viewing this screen, one avatar per user. A click follows the user. */
export function PresenceAvatars({ people }: { people: readonly Presence[] }) {
  const { t } = useTranslation()
  const me = useAtomValue(meAtom)
  const followed = useAtomValue(followedPersonAtom)
  const ids = [...new Set(people.map((person) => person.user_id))].filter((id) => id !== me?.id)
  const users = useAtomValue(peopleByIdsAtom(ids.join(',')))
  if (users.length === 0) return null
  return (
    <AvatarStack
      size="sm"
      label={t('shell.hereNow')}
      people={users.map((user) => ({
        id: user.id,
        name: displayNameOf(user),
        src: user.avatar_url,
        live: true,
      }))}
      pressLabel={(name, id) => t(id === followed ? 'shell.follow.stopOf' : 'shell.follow.start', { name })}
      onPress={(id) => followPerson(id === followed ? null : id)}
    />
  )
}
