import { useAtomValue } from 'jotai'
import { LazyPart } from '../../../platform/ui/LazyPart.tsx'
import { loadable } from '../../../platform/ui/loadable.ts'
import { usePreload } from '../../../platform/ui/use-preload.ts'
import { usePruneSelection } from '../selection/prune-selection.ts'
import { isSelectingAtom } from '../selection/selected.ts'
import type { ListingView } from '../view.ts'
import { ItemKeys } from './ItemKeys.tsx'
import { itemActions } from './load-item-actions.ts'
import { openPickerAtom } from './open-picker.ts'
import { pickers } from './pickers.ts'
import { workAtom } from './send-many.ts'

const bar = loadable(() => import('./BulkBar.tsx').then(({ BulkBar }) => BulkBar))

interface BulkProps {
  view: ListingView
  isPeeking: boolean
  /** Shows another item in the open side panel. */
  onStep: (id: string) => void
}

/** Selection and bulk actions for any layout. The shortcuts are loaded with the layout, the user interface is loaded later. */
export function Bulk({ view, isPeeking, onStep }: BulkProps) {
  usePruneSelection(view)
  usePreload(itemActions, bar, pickers)
  const isSelecting = useAtomValue(isSelectingAtom)
  const isWorking = useAtomValue(workAtom) !== null
  const isPicking = useAtomValue(openPickerAtom) !== null
  return (
    <>
      <ItemKeys onStep={onStep} />
      {(isSelecting || isWorking) && <LazyPart part={bar} props={{ view, besidePeek: isPeeking }} />}
      {isPicking && <LazyPart part={pickers} props={{}} />}
    </>
  )
}
