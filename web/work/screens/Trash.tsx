import { useAtomValue } from 'jotai'
import { Link, useParams } from 'react-router'
import type { TrashedWorkItem, WorkItemRow } from '#common/work/work-items/schema.ts'
import { t, useTranslation } from '../../locales/i18n.ts'
import { request, tables } from '../../platform/app/sync.ts'
import { useTrashRights } from '../../platform/person/roles.ts'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { restoreItems } from '../listing/bulk/delete-many.ts'
import { splitIntoBatches } from '../listing/bulk/send-many.ts'
import { TrashList, type TrashRow } from '../listing/trash/TrashList.tsx'
import { TrashTabs } from '../listing/trash/TrashTabs.tsx'
import { useTrash } from '../listing/trash/use-trash.ts'
import { formatItemKey } from '../work-items/actions.ts'

/** The deleted items of a project. Users who may delete an item can also restore it. The list is updated live. */
export function Trash() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const { see } = useTrashRights(projectId)
  return (
    <>
      <TopBar
        title={t('trash.title')}
        crumbs={<ProjectCrumbs projectId={projectId} page={t('trash.title')} />}
      />
      <TrashTabs projectId={projectId} />
      {project === undefined ? (
        <NoAccessState title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      ) : see ? (
        <TrashOf key={projectId} projectId={projectId} />
      ) : (
        <NoAccessState title={t('trash.noAccessTitle')} text={t('trash.noAccessText')} />
      )}
    </>
  )
}

function TrashOf({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const { rows, loadAll, ...loaded } = useTrash(projectId)
  const rights = useTrashRights(projectId)
  const states = useAtomValue(tables.states.allAtom)
  const lineOf = (row: TrashedWorkItem): TrashRow => {
    const state = states.find(({ id }) => id === row.state_id)
    return {
      id: row.id,
      icon: <StateIcon group={row.state__group} {...(state && { color: state.color, label: state.name })} />,
      key: formatItemKey(row),
      name: row.name,
      ...(row.below > 0 && { below: t('trash.below', { count: row.below }) }),
      deleted_at: row.deleted_at,
      deleted_by: row.deleted_by,
      canRestore: rights.restore(row),
      canPurge: rights.purge,
    }
  }
  return (
    <TrashList
      {...loaded}
      noAccessText={t('trash.noAccessText')}
      way={
        <Link className={buttonClass({})} to={`/${currentSlug()}/projects/${projectId}/issues`}>
          {t('trash.toItems')}
        </Link>
      }
      rows={rows.map(lineOf)}
      loadAll={async () => (await loadAll()).map(lineOf)}
      onRestore={(ids) => restore(rows.filter(({ id }) => ids.has(id)))}
      onPurge={(ids) => purge(projectId, ids)}
      purgeTitle={(count) => t('trash.purgeTitle', { count })}
      purgeText={(count) => t('trash.purgeText', { count })}
    />
  )
}

function restore(rows: readonly TrashedWorkItem[]): Promise<void> {
  return restoreItems(rows.map(({ deleted_at, deleted_by, below, ...row }): WorkItemRow => row))
}

/**
 * Deletes items permanently. The requests are not queued while offline, because an irreversible action must
 * run immediately or fail.
 */
async function purge(project_id: string, ids: ReadonlySet<string>): Promise<void> {
  try {
    for (const batch of splitIntoBatches([...ids].map((id) => ({ id, project_id })))) {
      await request('purgeWorkItems', {
        params: { slug: currentSlug(), project_id },
        body: { issue_ids: batch.map(({ id }) => id) },
      })
    }
    toast.ok(t('trash.purged', { count: ids.size }))
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    toast.error(t('trash.notPurged'), { text: t('shell.refusedServer') })
  }
}
