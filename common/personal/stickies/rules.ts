import { colorNames } from '../../platform/colors.ts'

/** Maximum number of stickies per user and workspace. */
export const stickiesLimit = 1000

/** Maximum characters of the HTML of a sticky, because every open tab of the owner receives the complete text. */
export const maxStickyTextLength = 20_000
export const maxStickyNameLength = 255

/** Number of stickies on one page of the board. */
export const stickiesPageSize = 30

/** Background colors of stickies. */
export const stickyColors = colorNames
export type StickyColor = (typeof stickyColors)[number]

/**
 * Returns true when the sticky contains the words, ignoring case. The database query applies the same rule.
 */
export function stickyMatchesSearch(
  words: string,
  { name, description_stripped }: { name: string | null; description_stripped: string },
): boolean {
  const wanted = words.trim().toLowerCase()
  return `${name ?? ''}\n${description_stripped}`.toLowerCase().includes(wanted)
}
