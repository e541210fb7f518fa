import type { Timezone } from '#common/users/schema.ts'

/** Every zone that is known, west to east. Offsets move with summer time, so the list is made anew every two hours. */
export function listTimezones(now: number = Date.now()): { timezones: Timezone[] } {
  if (now - made.at > 7_200_000) made = { at: now, timezones: makeList(now) }
  return { timezones: made.timezones }
}

let made: { at: number; timezones: Timezone[] } = { at: Number.NEGATIVE_INFINITY, timezones: [] }

function makeList(now: number): Timezone[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
    .map((value) => ({ value, label: labelOf(value), minutes: offsetOf(value, now) }))
    .sort((a, b) => a.minutes - b.minutes || a.label.localeCompare(b.label, 'en'))
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

function offsetOf(zone: string, now: number): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    now,
  )
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

function signed(minutes: number): string {
  const pad = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`
}
