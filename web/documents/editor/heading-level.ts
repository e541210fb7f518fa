/** Returns the heading level on the screen, where the title is the first-level heading. */
export function displayedHeadingLevel(level: number): number {
  return Math.min(level + 1, 6)
}
