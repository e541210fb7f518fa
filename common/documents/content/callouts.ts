import { type ColorName, parseColorName } from '../../platform/colors.ts'
import { storedEmojiPattern } from '../../platform/logo.ts'

export interface CalloutAttributes {
  /**
   * The emoji of the callout as decimal code points, like in `logo_props`. Null if the callout has no emoji.
   */
  emoji: string | null
  /** The name of an icon that replaces the emoji. Null if the callout has no icon. */
  icon: string | null
  /** The color of the icon. Null for the default color. */
  color: string | null
  background: ColorName | null
}

/** Code point of a light bulb, which is the default when a callout has no emoji and no icon. */
export const defaultCalloutEmoji = '128161'

/** Reads the attributes of a callout from its HTML element. */
export function parseCalloutElement(element: Element): CalloutAttributes {
  const isIcon = element.getAttribute('data-logo-in-use') === 'icon'
  return validCalloutAttributes({
    emoji: element.getAttribute('data-emoji-unicode'),
    icon: isIcon ? element.getAttribute('data-icon-name') : null,
    color: isIcon ? element.getAttribute('data-icon-color') : null,
    background: element.getAttribute('data-background'),
  })
}

/** Returns only valid attributes, because any client can write arbitrary values. */
export function validCalloutAttributes({
  emoji,
  icon,
  color,
  background,
}: Record<string, unknown>): CalloutAttributes {
  return {
    emoji: matching(emoji, storedEmojiPattern) || null,
    icon: matching(icon, /^[A-Za-z0-9]{1,64}$/),
    color: matching(color, /^#[0-9a-f]{6}$/i),
    background: parseColorName(background),
  }
}

function matching(value: unknown, pattern: RegExp): string | null {
  return typeof value === 'string' && value.length <= 100 && pattern.test(value) ? value : null
}
