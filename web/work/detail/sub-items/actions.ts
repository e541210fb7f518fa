import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { RequestError } from '../../../platform/sync/http.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { formatItemKey, updateWorkItem } from '../../work-items/actions.ts'
import { readWorkItem } from '../../work-items/read-item.ts'

/** Makes an item of the same project a sub-item. Loads the item first if no list has loaded it. */
export async function attachSubItem(parent: WorkItemRow, id: string): Promise<void> {
  try {
    if (tables.work_items.get(id) === undefined) await readWorkItem(parent.project_id, id)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    toast.error(t('shell.refused'))
    return
  }
  const row = tables.work_items.get(id)
  if (row === undefined) return
  const message = t('workItems.subItems.attached', { key: formatItemKey(row), parent: formatItemKey(parent) })
  await updateWorkItem(id, { parent_id: parent.id }, message)
}

export function detachSubItem(row: WorkItemRow): Promise<void> {
  return updateWorkItem(
    row.id,
    { parent_id: null },
    t('workItems.subItems.detached', { key: formatItemKey(row) }),
  )
}
