import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useState } from 'react'

/** Milliseconds that a dragged item must stay over the button before the calendar changes. */
const patience = 600

/**
 * Changes the shown month while the user drags an item over a navigation button. If the item stays over the
 * button, the month changes again after each delay. Each new `onPage` function restarts the delay.
 */
export function useChangePageOnDragHover(button: RefObject<HTMLElement | null>, onPage: () => void): void {
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (button.current === null) return
    return dropTargetForElements({
      element: button.current,
      // An empty `cell` means that items cannot be dropped on the button.
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
