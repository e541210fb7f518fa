import { AlarmClock, CalendarClock, Clock, Sunrise } from 'lucide-react'
import type { ReactNode } from 'react'
import { addDays, localDay, localTime } from '#common/platform/clock.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { currentLanguageTag, t } from '../../locales/i18n.ts'
import { getDateInputWords } from '../../platform/ui/date-words.ts'
import type { PickerOption } from '../../platform/ui/picker-options.ts'
import { formatReminderTime } from './format-reminder-time.ts'
import { morning, parseReminderTime } from './parse-reminder-time.ts'

interface ReminderOptionsContext {
  item: Pick<WorkItemRow, 'target_date'>
  now: number
  timezone: string
  /** First day of the week; 0 is Sunday. */
  weekStartsOn: number
}

/** Returns the times that the picker offers for the typed text: the typed time first, then the usual times. */
export function reminderOptions(query: string, context: ReminderOptionsContext): PickerOption[] {
  const { now, timezone } = context
  const usual = usualTimes(context)
  const typed = parseReminderTime(query, {
    now,
    timezone,
    language: currentLanguageTag(),
    words: getDateInputWords(),
    at: t('reminders.at'),
  })
  if (typed === undefined || usual.some(({ value }) => value === typed)) return usual
  // The picker shows only options that match the typed text. The option for the typed time therefore has this text as
  // a keyword.
  return [
    { value: typed, label: formatReminderTime(typed), icon: <AlarmClock />, keywords: [query] },
    ...usual,
  ]
}

function usualTimes({ item, now, timezone, weekStartsOn }: ReminderOptionsContext): PickerOption[] {
  const today = localDay(now, timezone)
  const due = item.target_date
  const option = (label: string, value: string, icon: ReactNode) => ({
    value,
    label,
    icon,
    hint: formatReminderTime(value),
  })
  const at = (day: string) => localTime(day, morning, timezone)
  const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
  return [
    option(t('reminders.usual.hour'), inHours(1), <Clock />),
    option(t('reminders.usual.hours'), inHours(3), <Clock />),
    option(t('ui.date.tomorrow'), at(addDays(today, 1)), <Sunrise />),
    option(t('ui.date.nextWeek'), at(addDays(today, daysToNextWeek(today, weekStartsOn))), <CalendarClock />),
    ...(due === null
      ? []
      : [
          option(t('reminders.usual.beforeDue'), at(addDays(due, -1)), <CalendarClock />),
          option(t('reminders.usual.due'), at(due), <CalendarClock />),
        ].filter(({ value }) => Date.parse(value) > now)),
  ]
}

/** Returns the number of days until the first working day of the next week. */
function daysToNextWeek(today: string, weekStartsOn: number): number {
  const first = weekStartsOn === 0 ? 1 : weekStartsOn
  return (first - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7 || 7
}
