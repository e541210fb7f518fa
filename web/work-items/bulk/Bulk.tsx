import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { loadable } from '../../ui/loadable.ts'
import type { ListingView } from '../listing/view.ts'
import { useSelectionIn } from '../selection/keep-selection.ts'
import { isSelectingAtom } from '../selection/selected.ts'
import { ItemKeys } from './ItemKeys.tsx'
import { openPickerAtom } from './open-picker.ts'
import { workAtom } from './send-many.ts'

const bar = loadable(() => import('./BulkBar.tsx').then(({ BulkBar }) => BulkBar))
const pickers = loadable(() => import('./ItemPickers.tsx').then(({ ItemPickers }) => ItemPickers))

/** Milliseconds after which the page rests, and what the first press will want can be fetched. */
const restAfter = 1200

interface BulkProps {
  view: ListingView
  isPeeking: boolean
}

/** Selecting and acting on many items, in any layout; what it shows is not loaded with the layout. */
export function Bulk({ view, isPeeking }: BulkProps) {
  useSelectionIn(view)
  useEffect(() => {
    const timer = setTimeout(() => {
      bar.preload()
      pickers.preload()
    }, restAfter)
    return () => clearTimeout(timer)
  }, [])
  const isSelecting = useAtomValue(isSelectingAtom)
  const isWorking = useAtomValue(workAtom) !== null
  const isPicking = useAtomValue(openPickerAtom) !== null
  return (
    <>
      <ItemKeys />
      {(isSelecting || isWorking) && <LazyPart part={bar} props={{ view, besidePeek: isPeeking }} />}
      {isPicking && <LazyPart part={pickers} props={{}} />}
    </>
  )
}
