import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useRef } from 'react'

/** Milliseconds that something dragged rests on the button before it turns the page, and between this page and the next. */
const patience = 600

/** A button that turns the page also for what is dragged over it, so that it can be dropped in another month. */
export function usePageOnHover(button: RefObject<HTMLElement | null>, onPage: () => void): void {
  const latest = useRef(onPage)
  latest.current = onPage
  useEffect(() => {
    const element = button.current
    if (element === null) return
    let turning: ReturnType<typeof setInterval> | undefined
    const stop = () => clearInterval(turning)
    const leave = dropTargetForElements({
      element,
      // Nothing can be dropped on it: there is no such cell.
      getData: () => ({ kind: 'page', cell: '' }),
      onDragEnter: () => {
        turning = setInterval(() => latest.current(), patience)
      },
      onDragLeave: stop,
      onDrop: stop,
    })
    return () => {
      stop()
      leave()
    }
  }, [button])
}
