import type { Timezone } from '#common/identity/users/schema.ts'

/** Every zone that is known, west to east. Offsets move with summer time, so the list is made anew every two hours. */
export function listTimezones(now: number = Date.now()): { timezones: Timezone[] } {
  if (Math.abs(now - made.at) > 7_200_000) made = { at: now, timezones: makeList(now) }
  return { timezones: made.timezones }
}

let made: { at: number; timezones: Timezone[] } = { at: Number.NEGATIVE_INFINITY, timezones: [] }

function makeList(now: number): Timezone[] {
  const instant = Temporal.Instant.fromEpochMilliseconds(now)
  // Made here: the first of a process takes a while, which no start should wait for.
  const collator = new Intl.Collator('en')
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
    .map((value) => ({ value, label: labelOf(value), minutes: offsetOf(value, instant) }))
    .sort((a, b) => a.minutes - b.minutes || collator.compare(a.label, b.label))
    .map(({ value, label, minutes }) => ({
      utc_offset: `UTC${signed(minutes)}`,
      gmt_offset: `GMT${signed(minutes)}`,
      value,
      label,
    }))
}

/** `America/Argentina/Buenos_Aires` is read as `Buenos Aires`. */
function labelOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

/** In minutes. By Temporal, since a formatter for each zone would hold everybody up for a third of a second. */
function offsetOf(zone: string, now: Temporal.Instant): number {
  return now.toZonedDateTimeISO(zone).offsetNanoseconds / 60_000_000_000
}

function signed(minutes: number): string {
  const pad = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`
}
