import { useAtomValue } from 'jotai'
import type { Me } from '#common/identity/users/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { myPictureAtom } from '../../platform/person/me.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { PictureField } from '../../platform/uploads/PictureField.tsx'
import { profilePictureDestination, removeProfilePicture } from './picture.ts'

/** Shows the profile picture, with controls to change it. */
export function ProfilePictureField({ me }: { me: Me }) {
  const { t } = useTranslation()
  const picture = useAtomValue(myPictureAtom)
  return (
    <PictureField
      label={t('account.picture')}
      title={
        <span className="min-w-0">
          <span className="block truncate text-lg font-strong" dir="auto">
            {displayNameOf(me)}
          </span>
          <span className="block truncate text-soft">{me.email}</span>
        </span>
      }
      hasPicture={picture !== null}
      destination={profilePictureDestination}
      onRemove={() => picture !== null && void removeProfilePicture(me.id, picture)}
    >
      {(preview) => (
        <Avatar id={me.id} name={displayNameOf(me)} src={preview ?? picture} size="xl" decorative />
      )}
    </PictureField>
  )
}
