/** Maximum minutes of one value: about nineteen years of work. */
const mostMinutes = 999_999

/** Parses `1h 30m`, `1.5h`, `1:30`, `90m` or a number of minutes. Returns null for other texts. */
export function parseMinutes(text: string): number | null {
  const clock = /^(\d{1,5}):([0-5]\d)(?:\s*h)?$/i.exec(text.trim())
  const words = /^(?:(\d{1,5}(?:[.,]\d{1,2})?)\s*h)?\s*(?:(\d{1,6})\s*(?:m|min)?)?$/i.exec(text.trim())
  const [, hours = '0', minutes = '0'] = clock ?? words ?? []
  const total = Math.round(Number(hours.replace(',', '.')) * 60) + Number(minutes)
  return total > 0 && total <= mostMinutes ? total : null
}

/** Formats minutes, such as `1h 30m`. */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)]
  if (hours === 0) return `${rest}m`
  return rest === 0 ? `${hours}h` : `${hours}h ${rest}m`
}
