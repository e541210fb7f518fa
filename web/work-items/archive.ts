import type { WorkItemRow } from '#common/work-items/schema.ts'
import { t } from '../locales/i18n.ts'
import { currentSlug } from '../shell/workspace.ts'
import { mutate } from '../sync/mutate.ts'
import { tables } from '../sync/tables.ts'
import { remember } from '../sync/undo.ts'
import { keyOf } from './actions.ts'

/** Takes an item out of all lists; it stays in the archive of its project. */
export async function archiveWorkItem(id: string): Promise<void> {
  const row = tables.work_items.get(id)
  if (row === undefined) return
  if (await send(row, 'archiveWorkItem'))
    remember({
      message: t('workItems.archived', { key: keyOf(row) }),
      undo: () => send(row, 'unarchiveWorkItem'),
    })
}

export async function restoreFromArchive(id: string): Promise<void> {
  const row = tables.work_items.get(id)
  if (row === undefined) return
  if (await send(row, 'unarchiveWorkItem'))
    remember({
      message: t('workItems.restored', { key: keyOf(row) }),
      undo: () => send(row, 'archiveWorkItem'),
    })
}

async function send(
  { id, project_id }: WorkItemRow,
  call: 'archiveWorkItem' | 'unarchiveWorkItem',
): Promise<boolean> {
  const archived_at = call === 'archiveWorkItem' ? new Date().toISOString() : null
  const answer = await mutate({
    call,
    input: { params: { slug: currentSlug(), project_id, id } },
    changes: [{ entity: 'work_items', id, op: 'update', fields: { archived_at } }],
  })
  return answer !== null
}
