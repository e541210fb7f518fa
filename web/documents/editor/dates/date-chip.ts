import { currentLanguageTag, t } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { todayAtom } from '../../../platform/person/today.ts'
import { addDays, type PlainDate, toDate } from '../../../platform/ui/plain-date.ts'

export interface DateChipElement {
  dom: HTMLElement
  update: (date: PlainDate | null) => void
  /** Must be called when the chip is no longer shown. */
  release: () => void
}

/** Returns the chip for a date in a text. The date is described relative to today where possible. */
export function createDateChip(date: PlainDate | null): DateChipElement {
  const dom = document.createElement('time')
  dom.className = 'date-chip'
  let now = date
  const write = () => {
    dom.textContent = now === null ? t('editor.date.none') : relativeDayName(now, store.get(todayAtom))
    dom.dateTime = now ?? ''
    dom.title = now === null ? '' : longDay(now)
  }
  write()
  return {
    dom,
    update(next) {
      now = next
      write()
    },
    release: store.sub(todayAtom, write),
  }
}

export function relativeDayName(date: PlainDate, today: PlainDate): string {
  if (date === today) return t('ui.date.today')
  if (date === addDays(today, 1)) return t('ui.date.tomorrow')
  if (date === addDays(today, -1)) return t('editor.date.yesterday')
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  return toDate(date).toLocaleDateString(currentLanguageTag(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

function longDay(date: PlainDate): string {
  return toDate(date).toLocaleDateString(currentLanguageTag(), { dateStyle: 'full' })
}
