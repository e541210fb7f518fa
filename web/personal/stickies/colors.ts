import type { StickyColor } from '#common/personal/stickies/rules.ts'

/** The classes for the background of a sticky. Each theme defines the colors as tokens. */
export const stickyColorClasses: Record<StickyColor, string> = {
  gray: 'bg-(--sticky-gray)',
  peach: 'bg-(--sticky-peach)',
  pink: 'bg-(--sticky-pink)',
  orange: 'bg-(--sticky-orange)',
  green: 'bg-(--sticky-green)',
  'light-blue': 'bg-(--sticky-light-blue)',
  'dark-blue': 'bg-(--sticky-dark-blue)',
  purple: 'bg-(--sticky-purple)',
}

export function stickyColorClass(color: StickyColor | null): string {
  return stickyColorClasses[color ?? 'gray']
}

const key = 'sticky-color'

/** Returns the color that the user has last chosen in this browser. A new sticky gets this color. */
export function getLastStickyColor(): StickyColor {
  const chosen = localStorage.getItem(key)
  return chosen !== null && Object.hasOwn(stickyColorClasses, chosen) ? (chosen as StickyColor) : 'orange'
}

export function storeLastStickyColor(color: StickyColor): void {
  localStorage.setItem(key, color)
}
