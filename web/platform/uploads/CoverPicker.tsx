import { GalleryHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { builtInCovers, coverPath } from '#common/documents/files/covers.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { Popover } from '../ui/Popover.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { isUnsplashOffered } from './limit.ts'
import { UnsplashPictures } from './UnsplashPictures.tsx'

interface CoverPickerProps {
  value: string | null
  onChange: (url: string) => void
  /** Copies a picture of Unsplash to the server and makes it the cover. */
  onChooseUnsplash: (pictureId: string) => Promise<void>
}

/**
 * Selects one of the built-in covers. Also offers pictures of Unsplash if this Tandem instance has an access key for
 * Unsplash.
 */
export function CoverPicker({ value, onChange, onChooseUnsplash }: CoverPickerProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [source, setSource] = useState<'builtIn' | 'unsplash'>('builtIn')
  const hasUnsplash = useUnsplashOffer(open)
  const close = () => setOpen(false)
  return (
    <Popover
      label={t('files.covers.title')}
      open={open}
      onOpenChange={setOpen}
      align="start"
      className="w-84"
      trigger={
        <Button size="sm" icon={<GalleryHorizontal />}>
          {t('files.covers.choose')}
        </Button>
      }
    >
      {hasUnsplash && (
        <div className="mb-3">
          <SegmentedControl
            label={t('files.covers.choose')}
            value={source}
            onChange={setSource}
            options={[
              { value: 'builtIn', label: t('files.covers.title') },
              { value: 'unsplash', label: 'Unsplash' },
            ]}
          />
        </div>
      )}
      {hasUnsplash && source === 'unsplash' ? (
        <UnsplashPictures choose={onChooseUnsplash} onChosen={close} />
      ) : (
        <BuiltInCovers
          value={value}
          onChange={(url) => {
            onChange(url)
            close()
          }}
        />
      )}
    </Popover>
  )
}

/**
 * Returns whether pictures of Unsplash can be chosen. The request is sent when the picker opens, so that
 * screens that only show a cover send no request.
 */
function useUnsplashOffer(isOpen: boolean): boolean {
  const [isOffered, setIsOffered] = useState(false)
  useEffect(() => {
    if (isOpen) void isUnsplashOffered().then(setIsOffered)
  }, [isOpen])
  return isOffered
}

function BuiltInCovers({ value, onChange }: Pick<CoverPickerProps, 'value' | 'onChange'>) {
  const { t } = useTranslation()
  return (
    <ul className="grid grid-cols-2 gap-2">
      {builtInCovers.map((name) => (
        <li key={name}>
          <button
            type="button"
            aria-label={t(`files.covers.names.${name}`)}
            aria-pressed={value === coverPath(name)}
            onClick={() => onChange(coverPath(name))}
            className="block w-full overflow-hidden rounded-md border border-line outline-offset-2 aria-pressed:outline-2 aria-pressed:outline-accent"
          >
            <img src={coverPath(name)} alt="" className="h-14 w-full object-cover" />
          </button>
        </li>
      ))}
    </ul>
  )
}
