import { addDays } from '../../platform/clock.ts'
import type { DayRange } from '../figures/days.ts'
import { cycleDaysProblem, doDayRangesOverlap } from './rules.ts'

/**
 * The schedule for automatic cycles, from the project settings: lengths in days, and the number of cycles to
 * create in advance.
 */
interface CycleSchedule {
  length: number
  gap: number
  ahead: number
  starts_on: string
}

/**
 * Returns the upcoming cycles to create. They follow the cycle that started last, or begin on `starts_on` if no
 * cycle has started, and skip days that other cycles occupy.
 */
export function computeMissingAutomaticCycles(
  { length, gap, ahead, starts_on }: CycleSchedule,
  others: readonly DayRange[],
  today: string,
): DayRange[] {
  const all = [...others]
  const missing: DayRange[] = []
  const begun = all.filter(({ first }) => first <= today).map(({ last }) => last)
  const latest = begun.toSorted().at(-1)
  let first = latest === undefined ? starts_on : addDays(latest, gap + 1)
  if (first < starts_on && starts_on > today) first = starts_on
  // Skip all ranges in the past in one step, because cycles in the past are not created.
  const over = daysBetween(addDays(first, length - 1), today)
  if (over > 0) first = addDays(first, Math.ceil(over / (length + gap)) * (length + gap))
  const open = () => ahead - all.filter((one) => one.first > today).length
  while (open() > 0) {
    const next = { first, last: addDays(first, length - 1) }
    if (cycleDaysProblem(next.first, next.last) !== null) break
    const taken = all.find((one) => doDayRangesOverlap(one, next))
    if (taken === undefined) {
      all.push(next)
      missing.push(next)
    }
    first = addDays(taken === undefined ? next.last : taken.last, gap + 1)
  }
  return missing
}

function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000)
}

/**
 * Returns the number for the next cycle with this name: one more than the highest number of the existing cycles.
 */
export function nextCycleNumber(name: string, names: readonly string[]): number {
  const numbers = names.flatMap((each) => {
    const rest = each.startsWith(`${name} `) ? each.slice(name.length + 1) : ''
    return /^\d{1,9}$/.test(rest) ? [Number(rest)] : []
  })
  return Math.max(0, ...numbers) + 1
}
