/** Maximum number of reminders of one user in a workspace. */
export const remindersLimit = 500

const day = 86_400_000

/**
 * Returns whether a reminder can have this time. A client that was offline sends a reminder late. A time within the
 * last day is therefore allowed, and the server then reminds the user immediately. The latest allowed time is ten
 * years ahead.
 */
export function isAllowedReminderTime(remindAt: string, now: number): boolean {
  const time = Date.parse(remindAt)
  return time > now - day && time < now + 3660 * day
}
