import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { lazyPeekPanel } from '../detail/lazy-peek-panel.ts'
import { useOwnViewSettings } from '../listing/filters.ts'
import { ItemsScreen } from '../listing/ItemsScreen.tsx'
import { archivedScope } from '../listing/scopes.ts'

/** The archived work items of a project, which can be viewed, restored and deleted. */
export function Archive() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const scope = useMemo(() => archivedScope(currentSlug(), projectId), [projectId])
  const title = t('shell.nav.archive')
  return (
    <ItemsScreen
      key={projectId}
      scope={scope}
      settings={useOwnViewSettings(scope)}
      peek={lazyPeekPanel}
      title={title}
      crumbs={<ProjectCrumbs projectId={projectId} page={title} />}
      missing={
        project === undefined && (
          <NoAccessState title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
        )
      }
      noAccess={() => (
        <NoAccessState title={t('workItems.noArchiveTitle')} text={t('workItems.noArchiveText')} />
      )}
    />
  )
}
