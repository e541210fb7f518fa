import type { Timezone } from '#common/identity/users/schema.ts'

/**
 * Returns all time zones from west to east. The list is recomputed every two hours, because offsets change with
 * daylight saving time.
 */
export function listTimezones(now: number = Date.now()): { timezones: Timezone[] } {
  if (Math.abs(now - cached.at) > 7_200_000) cached = { at: now, timezones: makeList(now) }
  return { timezones: cached.timezones }
}

let cached: { at: number; timezones: Timezone[] } = { at: Number.NEGATIVE_INFINITY, timezones: [] }

function makeList(now: number): Timezone[] {
  const instant = Temporal.Instant.fromEpochMilliseconds(now)
  // Creating the first collator of a process is slow, so the list of time zones is sorted on first use and
  // not at startup.
  const collator = new Intl.Collator('en')
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
    .map((value) => ({ value, label: labelOf(value), minutes: offsetOf(value, instant) }))
    .sort((a, b) => a.minutes - b.minutes || collator.compare(a.label, b.label))
    .map(({ value, label, minutes }) => ({
      utc_offset: `UTC${withSign(minutes)}`,
      gmt_offset: `GMT${withSign(minutes)}`,
      value,
      label,
    }))
}

/** Converts `America/Argentina/Buenos_Aires` to `Buenos Aires`. */
function labelOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

/**
 * Returns the offset in minutes. The function uses `Temporal`, because one `Intl` formatter for each zone
 * would block the process for a third of a second.
 */
function offsetOf(zone: string, now: Temporal.Instant): number {
  return now.toZonedDateTimeISO(zone).offsetNanoseconds / 60_000_000_000
}

function withSign(minutes: number): string {
  const pad = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`
}
