import type { LogoProps } from './logo-props.ts'

/**
 * Matches the stored form of an emoji: decimal code points joined by hyphens. For example, `128640` is a
 * rocket.
 */
export const storedEmojiPattern = /^([0-9]{1,7}(-[0-9]{1,7})*)?$/

export function emojiLogo(emoji: string): LogoProps {
  const points = [...emoji].map((character) => character.codePointAt(0))
  return { in_use: 'emoji', emoji: { value: points.join('-') } }
}

export function iconLogo(name: string, color: string): LogoProps {
  return { in_use: 'icon', icon: { name, color } }
}

/** Returns the emoji of a logo, if it has one. */
export function emojiFromLogo(logo: LogoProps | null | undefined): string | undefined {
  const value = logo?.in_use === 'emoji' ? logo.emoji?.value : undefined
  if (!value || !storedEmojiPattern.test(value)) return
  const points = value.split('-').map(Number)
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined
}
