import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { Navigate, useParams } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { UnjoinedProjectNotice } from '../../organization/projects/UnjoinedProjectNotice.tsx'
import { tables } from '../../platform/app/sync.ts'
import { joinableProjectsAtom } from '../../platform/person/projects.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { ItemNotFound } from '../detail/ItemNotFound.tsx'
import { getItemPath } from '../work-items/actions.ts'
import { readWorkItem } from '../work-items/read-item.ts'

/**
 * Redirects from an address with the id of an item to the page of the item. Links from Plane use these
 * addresses.
 */
export function ItemByIdRedirect() {
  const { projectId = '', itemId = '' } = useParams()
  const { t } = useTranslation()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const row = useAtomValue(tables.work_items.rowAtom(itemId))
  const isKnown = row !== undefined && project !== undefined
  const joinable = useAtomValue(joinableProjectsAtom).find(({ id }) => id === projectId)
  const loaded = useLoadState(
    useCallback(async () => {
      if (!tables.work_items.get(itemId)) await readWorkItem(projectId, itemId)
    }, [projectId, itemId]),
  )
  if (isKnown) return <Navigate to={getItemPath(row)} replace />
  const title = t('shell.nav.workItems')
  const missing =
    project === undefined ? (
      <NoAccessState title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
    ) : joinable ? (
      <UnjoinedProjectNotice project={joinable} onJoined={loaded.retry} />
    ) : (
      <ItemNotFound project={project} />
    )
  return (
    <>
      <TopBar title={title} crumbs={<ProjectCrumbs projectId={projectId} page={title} />} />
      <LoadedContent of={loaded} noAccess={missing} />
    </>
  )
}
