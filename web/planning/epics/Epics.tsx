import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { lazyPeekPanel } from '../../work/detail/lazy-peek-panel.ts'
import { useOwnViewSettings } from '../../work/listing/filters.ts'
import { ItemsScreen } from '../../work/listing/ItemsScreen.tsx'
import { epicsScope } from '../../work/listing/scopes.ts'
import { useEpicProgress } from './use-progress.ts'

/** Lists the epics of a project in all layouts. */
export function Epics() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  if (project?.is_epic_enabled) return <EpicItems key={projectId} projectId={projectId} />
  const title = t('epics.title')
  return (
    <>
      <TopBar title={title} crumbs={<ProjectCrumbs projectId={projectId} page={title} />} />
      {project ? (
        <NoAccessState title={t('epics.off')} />
      ) : (
        <NoAccessState title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      )}
    </>
  )
}

function EpicItems({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const scope = useMemo(() => epicsScope(currentSlug(), projectId), [projectId])
  const settings = useOwnViewSettings(scope)
  useEpicProgress(projectId)
  const title = t('epics.title')
  return (
    <ItemsScreen
      scope={scope}
      settings={settings}
      peek={lazyPeekPanel}
      title={title}
      crumbs={<ProjectCrumbs projectId={projectId} page={title} />}
      noAccess={() => (
        <NoAccessState title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      )}
    />
  )
}
