import { colorNames } from '../../platform/colors.ts'

/** Stickies of one user in a workspace. */
export const stickiesLimit = 1000

/** Characters of HTML. The limit exists because every open screen of the owner receives the complete text. */
export const stickyTextLength = 20_000
export const stickyNameLength = 255

/** Stickies on one page of the board. */
export const stickiesPage = 30

/** Background colours. */
export const stickyColors = colorNames
export type StickyColor = (typeof stickyColors)[number]

/** Returns true when a sticky contains the words, ignoring case. The database applies the same rule. */
export function matchesSearch(
  words: string,
  { name, description_stripped }: { name: string | null; description_stripped: string },
): boolean {
  const wanted = words.trim().toLowerCase()
  return `${name ?? ''}\n${description_stripped}`.toLowerCase().includes(wanted)
}
