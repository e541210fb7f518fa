import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { UnjoinedProjectNotice } from '../../organization/projects/UnjoinedProjectNotice.tsx'
import { tables } from '../../platform/app/sync.ts'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { lazyPeekPanel } from '../detail/lazy-peek-panel.ts'
import { useOwnViewSettings } from '../listing/filters.ts'
import { ItemsScreen } from '../listing/ItemsScreen.tsx'
import { projectScope } from '../listing/scopes.ts'
import { useSaveView } from '../views/use-save-view.tsx'

/** The work items of a project. */
export function WorkItems() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const scope = useMemo(() => projectScope(currentSlug(), projectId), [projectId])
  const settings = useOwnViewSettings(scope)
  const saving = useSaveView(scope, settings)
  const title = t('shell.nav.workItems')
  const missing = <NoAccessState title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
  return (
    <ItemsScreen
      key={projectId}
      scope={scope}
      settings={settings}
      peek={lazyPeekPanel}
      saving={saving}
      title={title}
      crumbs={<ProjectCrumbs projectId={projectId} page={title} />}
      missing={project === undefined && missing}
      noAccess={(retry) =>
        project === undefined ? missing : <UnjoinedProjectNotice project={project} onJoined={retry} />
      }
    />
  )
}
