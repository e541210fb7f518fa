import { inPixels } from '../../../ui/in-pixels.ts'
import { isTouch } from '../../../ui/use-media-query.ts'

/** How high the lines of a list are, as their styles say; known beforehand, none of them has to be measured. */
export function heights(): { item: number; group: number } {
  return isTouch() ? { item: inPixels(44), group: inPixels(44) } : { item: inPixels(34), group: inPixels(36) }
}
