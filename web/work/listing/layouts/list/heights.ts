import { isTouch } from '../../../../platform/ui/use-media-query.ts'

/** How high the lines of a list are, as their styles say; known beforehand, none of them has to be measured. */
export function heights(): { item: number; group: number } {
  return isTouch() ? { item: 44, group: 44 } : { item: 34, group: 36 }
}
