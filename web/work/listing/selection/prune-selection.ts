import { useEffect } from 'react'
import { matchesListing } from '#common/work/listing/listing.ts'
import { tables } from '../../../platform/app/sync.ts'
import type { ListingView } from '../view.ts'
import { clearSelection, deselectMatchingItems } from './selected.ts'

/**
 * Removes items from the selection when they leave the listing, and clears the selection when another list is
 * shown.
 */
export function usePruneSelection({ listing, scope }: ListingView): void {
  const { key } = scope.context
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the scope clears the selection
  useEffect(() => clearSelection, [key])
  useEffect(() => {
    const isOut = (id: string) => {
      const row = tables.work_items.get(id)
      return row === undefined || !matchesListing(listing, row)
    }
    deselectMatchingItems(isOut)
    let waiting = false
    return tables.work_items.listen(() => {
      if (waiting) return
      waiting = true
      // The selection is pruned once per microtask, however many rows a batch changes.
      queueMicrotask(() => {
        waiting = false
        deselectMatchingItems(isOut)
      })
    })
  }, [listing])
}
