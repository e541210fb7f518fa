import { useCallback } from 'react'
import { useTranslation } from '../../../../locales/i18n.ts'
import { formatShortDate } from '../../../../platform/person/dates.ts'
import { type ItemDates, toDayNumber } from './geometry.ts'

/** Returns dates as text: "3 Mar – 5 Mar, 3 days", "from 3 Mar", "until 5 Mar". */
export function useFormatDates(): (dates: ItemDates) => string {
  const { t, i18n } = useTranslation()
  return useCallback(
    ({ start_date, target_date }) => {
      const start = start_date && formatShortDate(start_date, i18n.language)
      const target = target_date && formatShortDate(target_date, i18n.language)
      if (start_date === null || target_date === null) {
        if (start === null) return target === null ? '' : t('workItems.gantt.until', { target })
        return t('workItems.gantt.from', { start })
      }
      const count = toDayNumber(target_date) - toDayNumber(start_date) + 1
      return `${start} – ${target}, ${t('workItems.gantt.days', { count })}`
    },
    [t, i18n.language],
  )
}
