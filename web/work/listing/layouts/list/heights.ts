import { isTouchDevice } from '../../../../platform/ui/use-media-query.ts'

/**
 * Returns the heights of the lines in pixels, as in the style sheet. Known heights make measuring
 * unnecessary.
 */
export function listRowHeights(): { item: number; group: number } {
  return isTouchDevice() ? { item: 44, group: 44 } : { item: 34, group: 36 }
}
