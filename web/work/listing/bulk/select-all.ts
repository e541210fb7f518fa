import { t } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { RequestError } from '../../../platform/sync/http.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { loadAllListingPages } from '../load-all.ts'
import { addToSelection } from '../selection/selected.ts'
import type { ListingView } from '../view.ts'
import { bulkProgressAtom } from './send-many.ts'

/**
 * Selects all items of a listing or of one group or sub-group, including items that are not loaded yet. Stops loading if
 * the user clears the selection.
 */
export async function selectAllItems(view: ListingView, cell: string | null): Promise<void> {
  const found: string[] = []
  store.set(bulkProgressAtom, { doing: 'selecting', done: 0, total: 0 })
  try {
    await loadAllListingPages(view, cell, (ids, total) => {
      // Stops loading if the user has cleared the selection, or if another operation has begun.
      if (store.get(bulkProgressAtom)?.doing !== 'selecting') return false
      found.push(...ids)
      store.set(bulkProgressAtom, { doing: 'selecting', done: found.length, total })
      return true
    })
    if (store.get(bulkProgressAtom)?.doing === 'selecting') addToSelection(found)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    toast.error(t('bulk.notSelected'))
  } finally {
    store.set(bulkProgressAtom, null)
  }
}
