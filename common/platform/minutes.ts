/** Maximum number of minutes of one value, which is almost 16,667 hours. */
const mostMinutes = 999_999

/** Texts of durations in a language. They contain the placeholder `amount`, as in `{{amount}}h`. */
export interface DurationTexts {
  hours: string
  minutes: string
  /** Hours and minutes together, with the placeholders `hours` and `minutes`. */
  both: string
}

const englishDuration: DurationTexts = {
  hours: '{{amount}}h',
  minutes: '{{amount}}m',
  both: '{{hours}} {{minutes}}',
}

/**
 * Parses `1h 30m`, `1.5h`, `1:30`, `90m` or a number of minutes, also with the units of another language. Returns null
 * for other texts, and for durations of zero or more than `mostMinutes`.
 */
export function parseMinutes(text: string, texts: DurationTexts = englishDuration): number | null {
  const typed = text.trim()
  const hoursUnit = `(?:${unitOf(texts.hours)}|h)`
  const minutesUnit = `(?:${unitOf(texts.minutes)}|min|m)`
  const clock = new RegExp(`^(\\d{1,5}):([0-5]\\d)(?:\\s*${hoursUnit})?$`, 'i').exec(typed)
  const words = new RegExp(
    `^(?:(\\d{1,5}(?:[.,]\\d{1,2})?)\\s*${hoursUnit})?\\s*(?:(\\d{1,6})\\s*${minutesUnit}?)?$`,
    'i',
  ).exec(typed)
  const [, hours = '0', minutes = '0'] = clock ?? words ?? []
  const total = Math.round(Number(hours.replace(',', '.')) * 60) + Number(minutes)
  return total > 0 && total <= mostMinutes ? total : null
}

/** Formats minutes, such as `1h 30m`. */
export function formatMinutes(minutes: number, texts: DurationTexts = englishDuration): string {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)]
  const minutesText = texts.minutes.replace('{{amount}}', String(rest))
  if (hours === 0) return minutesText
  const hoursText = texts.hours.replace('{{amount}}', String(hours))
  return rest === 0
    ? hoursText
    : texts.both.replace('{{hours}}', hoursText).replace('{{minutes}}', minutesText)
}

/** Returns the pattern of a unit. A period at its end may be left out. */
function unitOf(text: string): string {
  const unit = text.replace('{{amount}}', '').trim()
  return RegExp.escape(unit.replace(/\.$/, '')) + (unit.endsWith('.') ? '\\.?' : '')
}
