import { useAtomValue } from 'jotai'
import { useTranslation } from '../../locales/i18n.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { meAtom } from '../../platform/person/session.ts'
import { todayAtom } from '../../platform/person/today.ts'
import type { ItemListState } from '../../work/listing/use-item-list.ts'
import { timeOfDayAt } from './day-time.ts'
import { useDueDates } from './due-items.ts'

/** Greets the user with the date in their time zone and a summary of due items. */
export function Greeting({ due }: { due: ItemListState }) {
  const { t, i18n } = useTranslation()
  const me = useAtomValue(meAtom)
  const today = useAtomValue(todayAtom)
  const now = [...useDueDates(due.ids).values()].filter((date) => date === today).length
  const late = due.total - now
  const day = new Intl.DateTimeFormat(i18n.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(Date.parse(`${today}T00:00:00Z`))
  const words = [
    day,
    ...(late > 0 ? [t('home.lateCount', { count: late })] : []),
    ...(now > 0 ? [t('home.dueCount', { count: now })] : []),
  ]
  const name = me?.first_name || displayNameOf(me) || ''
  return (
    <header>
      <h1 className="text-2xl font-strong tracking-[-0.02em]" dir="auto">
        {t(`shell.greeting.${timeOfDayAt(hourIn(me?.user_timezone ?? 'UTC'), i18n.language)}`, { name })}
      </h1>
      <p className="mt-1 text-soft">{words.join(' · ')}</p>
    </header>
  )
}

function hourIn(timeZone: string): number {
  return Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(new Date()),
  )
}
