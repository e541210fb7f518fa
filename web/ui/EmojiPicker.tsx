import { lazy, Suspense } from 'react'
import { useTranslation } from '../locales/i18n.ts'
import { Spinner } from './Spinner.tsx'

const EmojiPanel = lazy(() => import('./EmojiPanel.tsx').then(({ EmojiPanel }) => ({ default: EmojiPanel })))

export interface EmojiPickerProps {
  onPick: (emoji: string) => void
}

/** Every emoji, searchable; the list comes with the app and loads when this is first shown. Put it into a Popover. */
export function EmojiPicker({ onPick }: EmojiPickerProps) {
  const { t } = useTranslation()
  return (
    <Suspense
      fallback={
        <div className="grid h-80 w-80 max-w-full place-items-center text-faint">
          <Spinner label={t('ui.loading')} />
        </div>
      }
    >
      <EmojiPanel onPick={onPick} />
    </Suspense>
  )
}
