import type { UserLite } from '#common/identity/users/schema.ts'
import { AvatarStack, type AvatarStackProps } from '../ui/AvatarStack.tsx'
import { displayNameOf } from './display-name.ts'

interface PeopleStackProps extends Pick<AvatarStackProps, 'label' | 'max'> {
  people: readonly UserLite[]
}

/** Avatars of assignees, as small as a line of text. */
export function PeopleStack({ people, max = 3, label }: PeopleStackProps) {
  return (
    <AvatarStack
      size="xs"
      max={max}
      label={label}
      people={people.map(({ id, display_name, avatar_url }) => ({
        id,
        name: displayNameOf({ display_name }),
        src: avatar_url,
      }))}
    />
  )
}
