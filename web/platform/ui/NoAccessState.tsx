import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { EmptyState } from './EmptyState.tsx'

/** Shown instead of content that the user may not see, with a link to continue. */
export function NoAccessState({
  title,
  text,
  action,
}: {
  title?: ReactNode
  text?: ReactNode
  action?: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<LockKeyhole />}
      title={title ?? t('ui.noAccess.title')}
      text={text ?? t('ui.noAccess.text')}
      action={action}
    />
  )
}
