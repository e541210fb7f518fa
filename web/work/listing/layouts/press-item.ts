import type { MouseEvent } from 'react'
import { selectTo } from '../selection/selected.ts'

/** An item's link shows it in the peek; with Shift it selects up to it, with Ctrl or ⌘ it is a link like any other. */
export function pressItem(event: MouseEvent, id: string, onOpen: (id: string) => void): void {
  if (event.metaKey || event.ctrlKey || event.button !== 0) return
  event.preventDefault()
  if (event.shiftKey) selectTo(id)
  else onOpen(id)
}
