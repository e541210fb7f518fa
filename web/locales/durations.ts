import { type DurationTexts, formatMinutes, parseMinutes } from '#common/platform/minutes.ts'
import { currentLanguageTag, t } from './i18n.ts'

/** Formats minutes in the shown language, such as `1h 30m`. */
export function formatDuration(minutes: number): string {
  return formatMinutes(minutes, durationTexts())
}

/**
 * Parses a typed duration to minutes. Accepts the units of the shown language and the English units. Returns
 * null if the text is not a duration.
 */
export function parseTypedMinutes(text: string): number | null {
  return parseMinutes(text, durationTexts())
}

let known: { language: string; texts: DurationTexts } | null = null

/** Returns the texts of the shown language with their placeholders, which `formatMinutes` fills. */
function durationTexts(): DurationTexts {
  if (known?.language !== currentLanguageTag()) known = { language: currentLanguageTag(), texts: readTexts() }
  return known.texts
}

function readTexts(): DurationTexts {
  return {
    hours: t('ui.duration.hours', { amount: '{{amount}}' }),
    minutes: t('ui.duration.minutes', { amount: '{{amount}}' }),
    both: t('ui.duration.both', { hours: '{{hours}}', minutes: '{{minutes}}' }),
  }
}
