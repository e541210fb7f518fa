import { Eye } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { SaveStatus } from '../../platform/ui/SaveStatus.tsx'
import type { DocumentState } from './status.ts'

/**
 * Describes the connection and save status of the document. Shows nothing while the document is opened for
 * the first time.
 */
export function DocumentSaveStatus({
  status,
  reason,
  isNearlyFull,
  compact,
}: DocumentState & { compact?: boolean }) {
  const { t } = useTranslation()
  if (status === 'connecting') return null
  if (status === 'read-only') {
    return (
      <span className="inline-flex items-center gap-1.25 text-sm text-faint">
        <Eye className="size-3.5" />
        <span className={compact ? 'sr-only' : undefined}>{t('editor.status.read-only')}</span>
      </span>
    )
  }
  if (status === 'saved' && isNearlyFull)
    return <SaveStatus state="nearly-full" reason={t('editor.nearlyFull')} compact={compact} />
  return (
    <SaveStatus
      state={status}
      reason={reason ? t(`editor.status.${reason}`) : undefined}
      compact={compact}
      isCompactOnPhones
    />
  )
}
