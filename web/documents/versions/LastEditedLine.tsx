import { History } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { formatFullDateTime, type ListedVersion } from './format-full-date-time.ts'
import { useVersionWriters } from './use-writers.ts'

interface LastEditedLineProps {
  /** The latest version. */
  version: ListedVersion
  onOpen: () => void
}

/** Shows below a text who edited the text last and when, with a button that opens the version history. */
export function LastEditedLine({ version, onOpen }: LastEditedLineProps) {
  const { t, i18n } = useTranslation()
  const { name } = useVersionWriters(version)
  const { last_saved_at } = version
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-1.5 text-sm text-faint">
      <span dir="auto">{name === null ? t('versions.edited') : t('versions.editedBy', { name })}</span>
      <span aria-hidden>·</span>
      <time dateTime={last_saved_at} title={formatFullDateTime(last_saved_at)}>
        {timeAgo(last_saved_at, i18n.language)}
      </time>
      <span aria-hidden className="print-hidden">
        ·
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="touch-target -mx-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 font-medium text-soft hover:bg-hover hover:text-text"
      >
        <History aria-hidden className="size-3.5" />
        {t('versions.history')}
      </button>
    </p>
  )
}
