import { useCallback } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { NotFoundState } from '../../platform/ui/NotFoundState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'

/** Screen `/spaces/{workspace}/{project}`, which redirects to the current public address of the project. */
export function PublishedProject() {
  const { t } = useTranslation()
  const { slug = '', projectId = '' } = useParams()
  const navigate = useNavigate()
  const { status, retry } = useLoadState(
    useCallback(async () => {
      const params = { slug, project_id: projectId }
      const { anchor } = await request('findPublishedBoard', { params })
      await navigate(`/spaces/issues/${anchor}`, { replace: true })
    }, [slug, projectId, navigate]),
  )
  if (status === 'no_access') return <NotFoundState title={t('spaces.gone')} text={t('spaces.goneText')} />
  if (status === 'error') return <LoadError onRetry={retry} />
  return (
    <main className="flex flex-col gap-4 p-6" aria-busy>
      <Skeleton className="h-8 w-60" />
      <Skeleton className="h-60" />
    </main>
  )
}
