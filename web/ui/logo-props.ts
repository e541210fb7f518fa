/** How projects, pages, cycles, modules and views carry their picture on the wire. */
export interface LogoProps {
  in_use?: 'emoji' | 'icon' | null
  /** `value` is the emoji's code points in decimal, joined by hyphens, as stored by clients of the same API; a plain emoji is read too. */
  emoji?: { value?: string | null; url?: string | null } | null
  icon?: { name?: string | null; color?: string | null; background_color?: string | null } | null
}

export function emojiLogo(emoji: string): LogoProps {
  return {
    in_use: 'emoji',
    emoji: { value: [...emoji].map((character) => character.codePointAt(0)).join('-') },
  }
}

export function iconLogo(name: string, color: string): LogoProps {
  return { in_use: 'icon', icon: { name, color } }
}

/** The emoji to show, when the logo is one. */
export function emojiOf(logo: LogoProps | null | undefined): string | undefined {
  const value = logo?.in_use === 'emoji' ? logo.emoji?.value : undefined
  if (!value) return
  if (!/^\d+(-\d+)*$/.test(value)) return value
  const points = value.split('-').map(Number)
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined
}
