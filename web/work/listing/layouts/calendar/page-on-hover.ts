import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useState } from 'react'

/** Milliseconds that a dragged item must stay over the button before the calendar changes. */
const patience = 600

/**
 * Lets a dragged item change the shown month by hovering over a navigation button. While the item stays over
 * the button, the month changes again, each time after the previous month was rendered and passed a new
 * `onPage` function.
 */
export function useChangePageOnDragHover(button: RefObject<HTMLElement | null>, onPage: () => void): void {
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (button.current === null) return
    return dropTargetForElements({
      element: button.current,
      // The empty cell marks that nothing can be dropped on the button.
      getData: () => ({ kind: 'page', cell: '' }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    })
  }, [button])
  useEffect(() => {
    if (!over) return
    const timer = setTimeout(onPage, patience)
    return () => clearTimeout(timer)
  }, [over, onPage])
}
