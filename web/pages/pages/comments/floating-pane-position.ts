import { scaleToBrowserFont } from '../../../platform/ui/scale-to-browser-font.ts'
import type { FloatingPanePosition } from './atoms.ts'

const paneWidth = 340

/**
 * Minimum distance in pixels between the clicked position and the pane beside it. The pane therefore does not cover
 * the rest of the clicked word.
 */
const restOfWord = 120

/** The space between the pane and the clicked position: half a line height plus a margin, in pixels. */
const gap = 20

/**
 * Returns a position for a pane that floats above the text without covering the clicked text. If there is room
 * beside the clicked position, the pane takes the full height. Otherwise it is below or above the clicked line.
 */
export function floatingPanePosition({ target, clientX, clientY }: MouseEvent): FloatingPanePosition {
  const page = target instanceof Element ? target.closest('[data-page-text]') : null
  if (page === null) return { top: 0, bottom: 0 }
  const { top, bottom, right } = page.getBoundingClientRect()
  if (clientX < right - scaleToBrowserFont(paneWidth + restOfWord)) return { top: 0, bottom: 0 }
  const isUpper = clientY < (top + bottom) / 2
  return isUpper ? { top: clientY + gap - top, bottom: 0 } : { top: 0, bottom: bottom - clientY + gap }
}
