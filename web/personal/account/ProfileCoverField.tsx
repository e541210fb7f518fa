import type { Me } from '#common/identity/users/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { CoverPicker } from '../../platform/uploads/CoverPicker.tsx'
import { PictureField } from '../../platform/uploads/PictureField.tsx'
import { chooseOwnUnsplashCover, profileCoverDestination } from './picture.ts'

interface ProfileCoverFieldProps {
  me: Me
  onChange: (cover_image_url: string | null) => void
}

/** Shows the cover of the profile, with controls to change it. */
export function ProfileCoverField({ me, onChange }: ProfileCoverFieldProps) {
  const { t } = useTranslation()
  return (
    <PictureField
      below
      label={t('account.cover')}
      hint={t('account.coverHint')}
      hasPicture={me.cover_image_url !== null}
      destination={profileCoverDestination}
      onRemove={() => onChange(null)}
      choices={
        <CoverPicker
          value={me.cover_image_url}
          onChange={onChange}
          onChooseUnsplash={chooseOwnUnsplashCover}
        />
      }
    >
      {(preview) => (
        <div className="h-28 w-full overflow-hidden rounded-md bg-sunken">
          {(preview ?? me.cover_image_url) !== null && (
            <img src={preview ?? me.cover_image_url ?? ''} alt="" className="size-full object-cover" />
          )}
        </div>
      )}
    </PictureField>
  )
}
