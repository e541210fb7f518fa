import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../../locales/i18n.ts'
import { mutateTogether, store, tables } from '../../../platform/app/sync.ts'
import { bulkPermissions } from '../../../platform/person/roles.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { type Mutation, toAnyMutation, undoableMutation } from '../../../platform/sync/mutation.ts'
import {
  deleteItemMutation,
  deleteWorkItem,
  formatItemKey,
  restoreItemMutation,
} from '../../work-items/actions.ts'
import { deleteDrafts } from '../../work-items/drafts.ts'
import { peekedItemIdAtom, peekOpenerAtom } from '../peeked.ts'
import { loadedItemRows, sendInBatches } from './send-many.ts'

/** Moves items to the trash. Undo restores them. The side panel closes if it shows one of the items. */
export async function deleteItems(ids: Iterable<string>): Promise<void> {
  const rows = loadedItemRows(ids)
  const [first] = rows
  if (first === undefined) return
  const peeked = store.get(peekedItemIdAtom)
  if (rows.some(({ id }) => id === peeked)) store.get(peekOpenerAtom)?.close()
  // A single item is deleted with the normal call, because users who are not admins may use this call, but not the
  // bulk call, for items that they created.
  if (rows.length === 1) return deleteWorkItem(first.id)
  if (first.is_draft) return deleteDrafts(rows.flatMap(({ id }) => tables.drafts.get(id) ?? []))
  await sendInBatches(
    rows,
    (project_id, batch) => ({
      ...putting(project_id, batch, 'delete'),
      undo: toAnyMutation(putting(project_id, batch, 'create')),
    }),
    (count) => t('bulk.deleted', { count }),
  )
}

/** Restores items from the trash. If the user may only restore items that they created, sends one request per item. */
export async function restoreItems(rows: readonly WorkItemRow[]): Promise<void> {
  if (rows.length > 1 && bulkPermissions(rows).delete) {
    await sendInBatches(
      rows,
      (project_id, batch) => ({
        ...putting(project_id, batch, 'create'),
        undo: toAnyMutation(putting(project_id, batch, 'delete')),
      }),
      (count) => t('trash.restored', { count }),
    )
    return
  }
  const words = (row: WorkItemRow) => t('trash.restoredOne', { key: formatItemKey(row) })
  await mutateTogether(
    rows.map((row) =>
      toAnyMutation(undoableMutation(restoreItemMutation(row), words(row), deleteItemMutation(row))),
    ),
    (accepted) =>
      accepted[0]?.message && accepted.length === 1
        ? accepted[0].message
        : t('trash.restored', { count: accepted.length }),
  )
}

/** Creates the request that moves items to the trash (`delete`) or out of it (`create`). */
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
