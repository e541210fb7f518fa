/** Returns the contrast ratio of two `#rrggbb` colors by WCAG, from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Mixes two colors. A `share` of 0 returns the first color, and 1 the second. */
export function mixColors(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)]
  return hex(a.map((channel, at) => channel + ((b[at] ?? 0) - channel) * share))
}

/**
 * Returns black or white: the one with more contrast to the color `ground`. Its contrast is always at least
 * 4.5:1.
 */
export function blackOrWhiteTextColor(ground: string): '#000000' | '#ffffff' {
  return contrastRatio('#ffffff', ground) >= contrastRatio('#000000', ground) ? '#ffffff' : '#000000'
}

/**
 * Returns the color if it has enough contrast to all backgrounds, otherwise the nearest mix with `end` that has enough
 * contrast. If no mix has enough contrast, returns `end`.
 */
export function adjustColorForContrast(
  color: string,
  grounds: readonly string[],
  least: number,
  end: string,
): string {
  for (let step = 0; step <= 50; step++) {
    const tried = mixColors(color, end, step / 50)
    if (grounds.every((ground) => contrastRatio(tried, ground) >= least)) return tried
  }
  return end
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = channels(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

function hex(parts: readonly number[]): string {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}
