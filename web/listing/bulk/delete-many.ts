import type { WorkItemRow } from '#common/work-items/schema.ts'
import { mutate, undoable } from '../../app/sync.ts'
import { t } from '../../locales/i18n.ts'
import { currentSlug } from '../../shell/workspace.ts'
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
  const accepted = await send(rows, 'delete')
  if (accepted.length === 0) return
  remember({
    message: t('bulk.deleted', { count: accepted.length }),
    undo: () => send(accepted, 'create'),
  })
}

function send(rows: WorkItemRow[], op: 'delete' | 'create'): Promise<WorkItemRow[]> {
  return sendMany(rows, async (project_id, batch) => {
    const answer = await mutate({
      call: op === 'delete' ? 'deleteWorkItems' : 'restoreWorkItems',
      input: {
        params: { slug: currentSlug(), project_id },
        body: { issue_ids: batch.map((row) => row.id) },
      },
      changes: batch.map(
        (row) =>
          ({ entity: 'work_items', id: row.id, op, fields: op === 'delete' ? {} : { ...row } }) as const,
      ),
    })
    return answer !== null
  })
}
