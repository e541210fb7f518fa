import { useAtomValue } from 'jotai'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../../platform/ui/loadable.ts'
import { usePreload } from '../../../platform/ui/use-preload.ts'
import { usePruneSelection } from '../selection/prune-selection.ts'
import { isSelectingAtom } from '../selection/selected.ts'
import type { ListingView } from '../view.ts'
import { ListItemShortcuts } from './ListItemShortcuts.tsx'
import { lazyItemActions } from './lazy-item-actions.ts'
import { openPickerAtom } from './open-picker.ts'
import { lazyActivePropertyPicker } from './pickers.ts'
import { bulkProgressAtom } from './send-many.ts'

const bar = loadable(() =>
  import('./BulkActionsToolbar.tsx').then(({ BulkActionsToolbar }) => BulkActionsToolbar),
)

interface BulkProps {
  view: ListingView
  isPeeking: boolean
  /** Shows another item in the open side panel. */
  onStep: (id: string) => void
}

/**
 * Selection and bulk actions for any layout. The code of the shortcuts is part of the layout, and the code
 * of the toolbar and the pickers is loaded later.
 */
export function BulkEditing({ view, isPeeking, onStep }: BulkProps) {
  usePruneSelection(view)
  usePreload(lazyItemActions, bar, lazyActivePropertyPicker)
  const isSelecting = useAtomValue(isSelectingAtom)
  const isWorking = useAtomValue(bulkProgressAtom) !== null
  const isPicking = useAtomValue(openPickerAtom) !== null
  return (
    <>
      <ListItemShortcuts onStep={onStep} />
      {(isSelecting || isWorking) && <LazyComponent part={bar} props={{ view, besidePeek: isPeeking }} />}
      {isPicking && <LazyComponent part={lazyActivePropertyPicker} props={{}} />}
    </>
  )
}
