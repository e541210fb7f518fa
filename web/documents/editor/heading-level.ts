/** Where a heading of a text stands in the outline of the screen, whose first heading is the title. */
export function levelBelowTitle(level: number): number {
  return Math.min(level + 1, 6)
}
