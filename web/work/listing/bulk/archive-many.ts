import { canArchiveWorkItem } from '#common/work/work-items/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../../locales/i18n.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { type Mutation, toAnyMutation } from '../../../platform/sync/mutation.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { formatItemKey } from '../../work-items/actions.ts'
import { loadedItemRows, sendInBatches } from './send-many.ts'

/** Archives those of the items that are completed or cancelled, and reports how many items were skipped. */
export async function archiveItems(ids: Iterable<string>): Promise<void> {
  const rows = loadedItemRows(ids)
  const done = rows.filter((row) => row.archived_at === null && canArchiveWorkItem(row))
  const open = rows.length - done.length
  const isAccepted = await send(done, true)
  if (isAccepted && open > 0) toast.message(t('bulk.notArchived', { count: open }))
}

export async function unarchiveItems(ids: Iterable<string>): Promise<void> {
  await send(
    loadedItemRows(ids).filter((row) => row.archived_at !== null),
    false,
  )
}

function send(rows: WorkItemRow[], wanted: boolean): Promise<boolean> {
  return sendInBatches(
    rows,
    (project_id, batch) => ({
      ...archiving(project_id, batch, wanted),
      undo: toAnyMutation(archiving(project_id, batch, !wanted)),
    }),
    (count) => {
      const [only] = rows.length === 1 ? rows : []
      if (only) return t(wanted ? 'workItems.archived' : 'workItems.unarchived', { key: formatItemKey(only) })
      return t(wanted ? 'bulk.archived' : 'bulk.unarchived', { count })
    },
  )
}

function archiving(
  project_id: string,
  rows: WorkItemRow[],
  wanted: boolean,
): Mutation<'archiveWorkItems' | 'unarchiveWorkItems'> {
  const archived_at = wanted ? new Date().toISOString() : null
  return {
    call: wanted ? 'archiveWorkItems' : 'unarchiveWorkItems',
    input: { params: { slug: currentSlug(), project_id }, body: { issue_ids: rows.map((row) => row.id) } },
    changes: rows.map(({ id }) => ({ entity: 'work_items', id, op: 'update', fields: { archived_at } })),
  }
}
