import { type ColorName, colorNamed } from '../../platform/colors.ts'
import { emojiValue } from '../../platform/logo.ts'

export interface CalloutAttributes {
  /** Code points of an emoji in decimal, as in a logo. */
  emoji: string | null
  /** The name of an icon, shown in place of the emoji. */
  icon: string | null
  /** Of the icon. */
  color: string | null
  background: ColorName | null
}

/** A light bulb, shown where nothing else is said. */
export const usualEmoji = '128161'

/** What an element of a text shows. */
export function calloutOf(element: Element): CalloutAttributes {
  const isIcon = element.getAttribute('data-logo-in-use') === 'icon'
  return checkedCallout({
    emoji: element.getAttribute('data-emoji-unicode'),
    icon: isIcon ? element.getAttribute('data-icon-name') : null,
    color: isIcon ? element.getAttribute('data-icon-color') : null,
    background: element.getAttribute('data-background'),
  })
}

/** Of what any client may have written just what can be. */
export function checkedCallout({
  emoji,
  icon,
  color,
  background,
}: Record<string, unknown>): CalloutAttributes {
  return {
    emoji: matching(emoji, emojiValue) || null,
    icon: matching(icon, /^[A-Za-z0-9]{1,64}$/),
    color: matching(color, /^#[0-9a-f]{6}$/i),
    background: colorNamed(background),
  }
}

function matching(value: unknown, pattern: RegExp): string | null {
  return typeof value === 'string' && value.length <= 100 && pattern.test(value) ? value : null
}
