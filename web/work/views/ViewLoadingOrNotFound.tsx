import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import type { LoadState } from '../../platform/shell/use-load-state.ts'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { NotFoundState } from '../../platform/ui/NotFoundState.tsx'
import { ListSkeleton } from '../listing/layouts/skeletons.tsx'

interface ViewLoadingOrNotFoundProps {
  views: LoadState
  crumbs: ReactNode
  /** URL of the list that would contain the view. */
  list: string
  tabs?: ReactNode
}

/** Shown while a view is loading or if it does not exist. */
export function ViewLoadingOrNotFound({
  views: { status, retry },
  crumbs,
  list,
  tabs,
}: ViewLoadingOrNotFoundProps) {
  const { t } = useTranslation()
  const isGone = status === 'ready' || status === 'no_access'
  return (
    <>
      <TopBar crumbs={crumbs} {...(isGone && { title: t('views.goneTitle') })} />
      {tabs}
      {status === 'loading' && <ListSkeleton />}
      {status === 'error' && <LoadError onRetry={retry} />}
      {isGone && (
        <NotFoundState
          title={t('views.goneTitle')}
          text={t('views.goneText')}
          action={
            <Link className={buttonClass({})} to={list}>
              {t('views.toViews')}
            </Link>
          }
        />
      )}
    </>
  )
}
