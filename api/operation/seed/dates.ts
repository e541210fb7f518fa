/** Number of days between the creation of the sample project and today. All other sample data is newer. */
export const sampleAgeInDays = 50

const dayMilliseconds = 86_400_000

/** Returns the date that is `days` days after today as `YYYY-MM-DD`. */
export function dayFromToday(days: number): string {
  return new Date(Date.now() + days * dayMilliseconds).toISOString().slice(0, 10)
}

/**
 * Returns a time during working hours on the day that is `days` days after today. The time is at least ten minutes ago,
 * so that the change feed does not treat sample data as new. Different values of `salt` result in different times.
 */
export function timestampFromToday(days: number, salt: number): Date {
  const day = new Date(Date.now() + days * dayMilliseconds)
  day.setUTCHours(8 + (salt % 9), (salt * 17) % 60, (salt * 29) % 60, 0)
  return new Date(Math.min(day.getTime(), Date.now() - 600_000))
}
