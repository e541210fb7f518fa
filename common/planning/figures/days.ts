import { addDays } from '../../platform/clock.ts'

/** First and last day of a range, both inclusive. */
export interface DayRange {
  first: string
  last: string
}

/** Returns every day of the range. */
export function listDaysInRange({ first, last }: DayRange): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
