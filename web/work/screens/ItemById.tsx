import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { Navigate, useParams } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { OutsideProject } from '../../organization/projects/OutsideProject.tsx'
import { tables } from '../../platform/app/sync.ts'
import { joinableProjectsAtom } from '../../platform/person/projects.ts'
import { Loaded } from '../../platform/shell/Loaded.tsx'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { useLoaded } from '../../platform/shell/use-loaded.ts'
import { NoAccess } from '../../platform/ui/NoAccess.tsx'
import { ItemNotFound } from '../detail/ItemNotFound.tsx'
import { itemPathOf } from '../work-items/actions.ts'
import { readWorkItem } from '../work-items/read-item.ts'

/**
 * Redirects from the id of an item to its page. Existing links to the product whose API Tandem implements
 * name items by their id.
 */
export function ItemById() {
  const { projectId = '', itemId = '' } = useParams()
  const { t } = useTranslation()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const row = useAtomValue(tables.work_items.rowAtom(itemId))
  const isKnown = row !== undefined && project !== undefined
  const joinable = useAtomValue(joinableProjectsAtom).find(({ id }) => id === projectId)
  const loaded = useLoaded(
    useCallback(async () => {
      if (!tables.work_items.get(itemId)) await readWorkItem(projectId, itemId)
    }, [projectId, itemId]),
  )
  if (isKnown) return <Navigate to={itemPathOf(row)} replace />
  const title = t('shell.nav.workItems')
  const missing =
    project === undefined ? (
      <NoAccess title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
    ) : joinable ? (
      <OutsideProject project={joinable} onJoined={loaded.retry} />
    ) : (
      <ItemNotFound project={project} />
    )
  return (
    <>
      <TopBar title={title} crumbs={<ProjectCrumbs projectId={projectId} page={title} />} />
      <Loaded of={loaded} noAccess={missing} />
    </>
  )
}
