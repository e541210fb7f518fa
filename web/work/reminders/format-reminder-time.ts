import { currentLanguageTag } from '../../locales/i18n.ts'
import { store } from '../../platform/app/sync.ts'
import { timezoneAtom } from '../../platform/person/today.ts'

/** Formats a time, such as `Tue 24 Nov, 09:00`, in the time zone of the user. */
export function formatReminderTime(time: string): string {
  return new Date(time).toLocaleString(currentLanguageTag(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: store.get(timezoneAtom),
  })
}
