import { addDays } from '../../platform/clock.ts'

/** First and last day, both included. */
export interface Days {
  first: string
  last: string
}

/** Every day from the first to the last. */
export function eachDay({ first, last }: Days): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
