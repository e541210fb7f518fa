import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { OutsideProject } from '../../organization/projects/OutsideProject.tsx'
import { tables } from '../../platform/app/sync.ts'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { NoAccess } from '../../platform/ui/NoAccess.tsx'
import { lazyPeekPanel } from '../detail/peek-part.ts'
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
  const missing = <NoAccess title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
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
        project === undefined ? missing : <OutsideProject project={project} onJoined={retry} />
      }
    />
  )
}
