import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useState } from 'react'

/** Milliseconds that something dragged rests on the button before it turns the page. */
const patience = 600

/**
 * A button that turns the page also for what is dragged over it, so that it can be dropped in another month. While it rests there,
 * each page is waited for before the next: `onPage` has to be another function once the page has turned.
 */
export function usePageOnHover(button: RefObject<HTMLElement | null>, onPage: () => void): void {
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (button.current === null) return
    return dropTargetForElements({
      element: button.current,
      // Nothing can be dropped on it: there is no such cell.
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
