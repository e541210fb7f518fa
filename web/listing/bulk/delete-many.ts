import type { WorkItemRow } from '#common/work-items/schema.ts'
import { mutate, undoable } from '../../app/sync.ts'
import { t } from '../../locales/i18n.ts'
import { currentSlug } from '../../shell/workspace.ts'
import { inverseOf, type Mutation } from '../../sync/mutation.ts'
import { deleteWorkItem } from '../../work-items/actions.ts'
import { rowsOf, sendMany } from './send-many.ts'

/** Puts items into the trash, from which Undo takes them. */
export async function deleteItems(ids: Iterable<string>): Promise<void> {
  const remember = undoable()
  const rows = rowsOf(ids)
  const [first] = rows
  if (first === undefined) return
  // One item is deleted as itself, which its maker may do without being an admin.
  if (rows.length === 1) return deleteWorkItem(first.id)
  const accepted = await sendMany(rows, async (project_id, batch) => {
    const words = t('bulk.deleted', { count: batch.length })
    const undo = inverseOf(putting(project_id, batch, 'create'))
    return (await mutate({ ...putting(project_id, batch, 'delete'), words, undo })) !== null
  })
  if (accepted.length === 0) return
  remember({
    message: t('bulk.deleted', { count: accepted.length }),
    undo: () =>
      sendMany(accepted, async (project_id, batch) => {
        return (await mutate(putting(project_id, batch, 'create'))) !== null
      }),
  })
}

/** Into the trash, or back out of it. */
function putting(
  project_id: string,
  rows: WorkItemRow[],
  op: 'delete' | 'create',
): Mutation<'deleteWorkItems' | 'restoreWorkItems'> {
  return {
    call: op === 'delete' ? 'deleteWorkItems' : 'restoreWorkItems',
    input: { params: { slug: currentSlug(), project_id }, body: { issue_ids: rows.map((row) => row.id) } },
    changes: rows.map((row) => ({
      entity: 'work_items',
      id: row.id,
      op,
      fields: op === 'delete' ? {} : { ...row },
    })),
  }
}
