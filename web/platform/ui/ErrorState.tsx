import { CloudAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

export interface ErrorStateProps {
  title?: ReactNode
  text?: ReactNode
  /** Identifies the failure for tests and support. */
  code?: string
  onRetry?: () => void
  retrying?: boolean
  compact?: boolean
}

/** Shown instead of content that failed to load. */
export function ErrorState({ title, text, code, onRetry, retrying, compact }: ErrorStateProps) {
  const { t } = useTranslation()
  return (
    <div role="alert" data-code={code}>
      <EmptyState
        compact={compact}
        icon={<CloudAlert className="text-danger" />}
        title={title ?? t('ui.error.title')}
        text={text ?? t('ui.error.text')}
        action={
          onRetry && (
            <Button onClick={onRetry} loading={retrying} size={compact ? 'sm' : 'md'}>
              {t('ui.retry')}
            </Button>
          )
        }
      />
    </div>
  )
}
