import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import type { Loaded } from '../../platform/shell/use-loaded.ts'
import { NoAccess } from '../../platform/ui/NoAccess.tsx'
import { ListSkeleton } from '../listing/layouts/skeletons.tsx'

interface MissingViewProps {
  views: Loaded
  crumbs: ReactNode
  tabs?: ReactNode
}

/** In place of a view that is not there, or not yet. */
export function MissingView({ views: { status, retry }, crumbs, tabs }: MissingViewProps) {
  const { t } = useTranslation()
  const isGone = status === 'ready' || status === 'no_access'
  return (
    <>
      <TopBar crumbs={crumbs} {...(isGone && { title: t('views.goneTitle') })} />
      {tabs}
      {status === 'loading' && <ListSkeleton />}
      {status === 'error' && <LoadError onRetry={retry} />}
      {isGone && <NoAccess title={t('views.goneTitle')} text={t('views.goneText')} />}
    </>
  )
}
