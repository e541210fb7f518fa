import type { MouseEvent } from 'react'
import { selectRangeTo } from '../selection/selected.ts'

/**
 * Handles a click on an item's link. A click opens the side panel, and a click with Shift selects a range. With
 * Ctrl or ⌘, the browser opens the link.
 */
export function handleItemClick(event: MouseEvent, id: string, onOpen: (id: string) => void): void {
  if (event.metaKey || event.ctrlKey || event.button !== 0) return
  event.preventDefault()
  if (event.shiftKey) selectRangeTo(id)
  else onOpen(id)
}
