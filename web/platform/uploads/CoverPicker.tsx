import { GalleryHorizontal } from 'lucide-react'
import { useState } from 'react'
import { builtInCovers, coverPath } from '#common/documents/files/covers.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { Popover } from '../ui/Popover.tsx'

interface CoverPickerProps {
  value: string | null
  onChange: (url: string) => void
}

/** Selects one of the built-in covers. */
export function CoverPicker({ value, onChange }: CoverPickerProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
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
      <ul className="grid grid-cols-2 gap-2">
        {builtInCovers.map((name) => (
          <li key={name}>
            <button
              type="button"
              aria-label={t(`files.covers.names.${name}`)}
              aria-pressed={value === coverPath(name)}
              onClick={() => {
                onChange(coverPath(name))
                setOpen(false)
              }}
              className="block w-full overflow-hidden rounded-md border border-line outline-offset-2 aria-pressed:outline-2 aria-pressed:outline-accent"
            >
              <img src={coverPath(name)} alt="" className="h-14 w-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  )
}
