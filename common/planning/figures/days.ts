import { addDays } from '../../platform/clock.ts'

/** First and last day, both included. */
export interface DayRange {
  first: string
  last: string
}

/** Every day from the first to the last. */
export function eachDay({ first, last }: DayRange): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
