import { t } from '../../../locales/i18n.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { type Mutation, toAnyMutation } from '../../../platform/sync/mutation.ts'
import type { Project } from '../../../platform/sync/tables.ts'
import { formatItemKey } from '../../work-items/actions.ts'
import { loadedItemRows, sendInBatches } from './send-many.ts'

/** Moves items and their sub-items to another project. Items that are already in that project are skipped. */
export async function moveItems(ids: Iterable<string>, to: Project): Promise<void> {
  const rows = loadedItemRows(ids).filter((row) => row.project_id !== to.id)
  const [only] = rows.length === 1 ? rows : []
  // The toast shows the old key, because the new key is only known after the response.
  const key = only && formatItemKey(only)
  await sendInBatches(
    rows,
    (project_id, batch) => {
      const issue_ids = batch.map((row) => row.id)
      return {
        ...moving(project_id, to.id, issue_ids),
        undo: toAnyMutation(moving(to.id, project_id, issue_ids)),
      }
    },
    (count) =>
      key === undefined
        ? t('bulk.moved', { count, project: to.name })
        : t('workItems.said.movedTo', { key, project: to.name }),
  )
}

/**
 * Creates the request to move items. The server computes the new values. The empty local changes make later
 * changes of the same items wait for this request.
 */
function moving(project_id: string, new_project_id: string, issue_ids: string[]): Mutation<'moveWorkItems'> {
  return {
    call: 'moveWorkItems',
    input: { params: { slug: currentSlug(), project_id }, body: { issue_ids, new_project_id } },
    changes: issue_ids.map((id) => ({ entity: 'work_items', id, op: 'update', fields: {} })),
  }
}
