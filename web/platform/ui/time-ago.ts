const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** Formats a time as `3 hours ago` in the user's language, or as `3 hr. ago` in the short style. */
export function timeAgo(moment: string, language: string, style: 'long' | 'short' = 'long'): string {
  const seconds = (Date.parse(moment) - Date.now()) / 1000
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style })
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit)
  }
  return format.format(0, 'second')
}
