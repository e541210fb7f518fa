import { canArchiveWorkItem } from '#common/work-items/rules.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { mutate, undoable } from '../../app/sync.ts'
import { t } from '../../locales/i18n.ts'
import { currentSlug } from '../../shell/workspace.ts'
import { inverseOf, type Mutation } from '../../sync/mutation.ts'
import { toast } from '../../ui/toast.ts'
import { rowsOf, sendMany } from './send-many.ts'

/** Archives those that are completed or cancelled, and says how many are not. */
export async function archiveItems(ids: Iterable<string>): Promise<void> {
  const remember = undoable()
  const rows = rowsOf(ids)
  const done = rows.filter((row) => row.archived_at === null && canArchiveWorkItem(row))
  const open = rows.length - done.length
  const accepted = await send(done, new Date().toISOString())
  if (accepted.length === 0) return
  remember({
    message: t('bulk.archived', { count: accepted.length }),
    undo: () => send(accepted, null),
  })
  if (open > 0) toast.message(t('bulk.notArchived', { count: open }))
}

export async function unarchiveItems(ids: Iterable<string>): Promise<void> {
  const remember = undoable()
  const before = rowsOf(ids).filter((row) => row.archived_at !== null)
  const accepted = await send(before, null)
  if (accepted.length === 0) return
  remember({
    message: t('bulk.unarchived', { count: accepted.length }),
    undo: () => send(accepted, new Date().toISOString()),
  })
}

function send(rows: WorkItemRow[], archived_at: string | null): Promise<WorkItemRow[]> {
  return sendMany(rows, async (project_id, batch) => {
    const words = t(archived_at === null ? 'bulk.unarchived' : 'bulk.archived', { count: batch.length })
    const undo = inverseOf(
      archiving(project_id, batch, archived_at === null ? new Date().toISOString() : null),
    )
    return (await mutate({ ...archiving(project_id, batch, archived_at), words, undo })) !== null
  })
}

function archiving(
  project_id: string,
  rows: WorkItemRow[],
  archived_at: string | null,
): Mutation<'archiveWorkItems' | 'unarchiveWorkItems'> {
  return {
    call: archived_at === null ? 'unarchiveWorkItems' : 'archiveWorkItems',
    input: { params: { slug: currentSlug(), project_id }, body: { issue_ids: rows.map((row) => row.id) } },
    changes: rows.map(({ id }) => ({ entity: 'work_items', id, op: 'update', fields: { archived_at } })),
  }
}
