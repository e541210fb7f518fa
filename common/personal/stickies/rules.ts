import { colorNames } from '../../platform/colors.ts'

/** Of one person in a workspace. */
export const stickiesLimit = 1000

/** Characters of HTML: every screen of its owner hears it whole. */
export const stickyTextLength = 20_000
export const stickyNameLength = 255

/** What the board reads at once. */
export const stickiesPage = 30

/** Of its paper. */
export const stickyColors = colorNames
export type StickyColor = (typeof stickyColors)[number]

/** Whether what is searched for stands in it, whatever the case; the database says the same. */
export function isFoundBy(
  words: string,
  { name, description_stripped }: { name: string | null; description_stripped: string },
): boolean {
  const wanted = words.trim().toLowerCase()
  return `${name ?? ''}\n${description_stripped}`.toLowerCase().includes(wanted)
}
