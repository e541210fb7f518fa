export type TimeOfDay = 'morning' | 'midday' | 'afternoon' | 'evening'

/** The hours at which the times of the day start, in languages that divide the day in another way than English. */
const startsIn: Record<string, Partial<Record<TimeOfDay, number>>> = {
  // A greeting in Indonesian uses "pagi" until 11:00, "siang" until 15:00, "sore" until 18:00, and "malam"
  // afterwards.
  id: { midday: 11, afternoon: 15, evening: 18 },
  es: { afternoon: 12, evening: 20 },
}

const usualStarts: Partial<Record<TimeOfDay, number>> = { afternoon: 12, evening: 18 }

/** Returns the time of the day for a greeting in a language. `midday` occurs only in languages with a word for it. */
export function timeOfDayAt(hour: number, language: string): TimeOfDay {
  const { midday = 24, afternoon = 24, evening = 24 } = startsIn[language] ?? usualStarts
  if (hour >= evening) return 'evening'
  if (hour >= afternoon) return 'afternoon'
  return hour >= midday ? 'midday' : 'morning'
}
