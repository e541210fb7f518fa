import type { StickyColor } from '#common/personal/stickies/rules.ts'

/** What the paper looks like; the tokens have it for each theme. */
export const paper: Record<StickyColor, string> = {
  gray: 'bg-(--sticky-gray)',
  peach: 'bg-(--sticky-peach)',
  pink: 'bg-(--sticky-pink)',
  orange: 'bg-(--sticky-orange)',
  green: 'bg-(--sticky-green)',
  'light-blue': 'bg-(--sticky-light-blue)',
  'dark-blue': 'bg-(--sticky-dark-blue)',
  purple: 'bg-(--sticky-purple)',
}

export function paperOf(color: StickyColor | null): string {
  return paper[color ?? 'gray']
}

const key = 'sticky-color'

/** A new sticky is of the colour that was chosen last in this browser. */
export function usualColor(): StickyColor {
  const chosen = localStorage.getItem(key)
  return chosen !== null && Object.hasOwn(paper, chosen) ? (chosen as StickyColor) : 'orange'
}

export function keepColor(color: StickyColor): void {
  localStorage.setItem(key, color)
}
