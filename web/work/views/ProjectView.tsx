import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { projectScope } from '../listing/scopes.ts'
import { useViews } from './load.ts'
import { viewsPath } from './paths.ts'
import { ViewLoadingOrNotFound } from './ViewLoadingOrNotFound.tsx'
import { ViewScreen } from './ViewScreen.tsx'

/** The screen of a saved view of a project. */
export function ProjectView() {
  const { t } = useTranslation()
  const { projectId = '', viewId = '' } = useParams()
  const views = useViews(projectId)
  const isOff = useAtomValue(tables.projects.rowAtom(projectId))?.issue_views_view === false
  const view = useAtomValue(tables.views.rowAtom(viewId))
  const scope = useMemo(() => projectScope(currentSlug(), projectId), [projectId])
  const crumbs = (
    <ProjectCrumbs
      projectId={projectId}
      within={{ to: viewsPath(projectId), label: t('shell.nav.projectViews') }}
      page={view?.name ?? ''}
    />
  )
  if (isOff)
    return (
      <>
        <TopBar title={t('shell.nav.projectViews')} crumbs={crumbs} />
        <NoAccessState title={t('views.off')} />
      </>
    )
  if (view?.project_id !== projectId)
    return <ViewLoadingOrNotFound views={views} crumbs={crumbs} list={viewsPath(projectId)} />
  return <ViewScreen key={view.id} view={view} within={scope} crumbs={crumbs} />
}
