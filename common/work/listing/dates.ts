import { addDays, type Clock, parseDay } from '../../platform/clock.ts'
import { allConditions, type DateField, type DayField, type ListingCondition } from './condition.ts'
import { noValueGroupName } from './keys.ts'

/**
 * Parses the date syntax of the comma-separated parameters. `2024-01-31;after` and `2024-01-31;before` include that
 * day, and a day without a suffix means that day. `2_weeks;after;fromnow` and `1_months;before;fromnow` count forward
 * from today; without `fromnow`, they count back from today. `None` matches items without the date. A date must match
 * all parts that are separated by commas. Invalid parts are ignored. Returns null if no part is valid.
 */
export function parseDateFilter(field: DateField, text: string, clock: Clock): ListingCondition | null {
  const parts = text.split(',').flatMap((part) => readPart(field, part.trim(), clock) ?? [])
  return parts.length === 0 ? null : allConditions(...parts)
}

/** Returns true if every part is valid, empty or `null`. */
export function isDateFilterValid(text: string, clock: Clock): boolean {
  return text
    .split(',')
    .map((part) => part.trim())
    .every((part) => part === '' || part === 'null' || readPart('created_at', part, clock) !== null)
}

/** Returns the condition for a range of days, which includes the first and the last day. */
export function dayRangeCondition(
  field: DateField,
  first: string | null,
  last: string | null,
  clock: Clock,
): ListingCondition {
  const start = (day: string) => (isDayField(field) ? day : clock.startOf(day))
  return {
    kind: 'range',
    field,
    from: first === null ? null : start(first),
    before: last === null ? null : start(addDays(last, 1)),
  }
}

function readPart(field: DateField, part: string, clock: Clock): ListingCondition | null {
  if (part === noValueGroupName) return { kind: 'empty', field }
  const [amount = '', side, direction] = part.split(';')
  const day = parseDay(amount) ?? relativeDay(amount, direction === 'fromnow' ? 1 : -1, clock)
  if (day === null) return null
  if (side === 'after') return dayRangeCondition(field, day, null, clock)
  if (side === 'before') return dayRangeCondition(field, null, day, clock)
  return side === undefined ? dayRangeCondition(field, day, day, clock) : null
}

/**
 * Returns the day that is a number of weeks or months from today. A week counts as 7 days, and a month as 30.
 * Returns null if the amount is invalid.
 */
function relativeDay(amount: string, sign: 1 | -1, { today }: Clock): string | null {
  const [, count, unit] = /^(\d{1,3})_(weeks|months)$/.exec(amount) ?? []
  if (count === undefined) return null
  return addDays(today, sign * Number(count) * (unit === 'weeks' ? 7 : 30))
}

function isDayField(field: DateField): field is DayField {
  return field === 'start_date' || field === 'target_date'
}
