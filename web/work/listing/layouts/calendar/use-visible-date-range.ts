import { useAtomValue } from 'jotai'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { DisplayFilters } from '#common/work/listing/view-settings.ts'
import { firstDayOfWeekAtom } from '../../../../platform/person/me.ts'
import { todayAtom } from '../../../../platform/person/today.ts'
import type { PlainDate } from '../../../../platform/ui/plain-date.ts'
import {
  getMonthOfDay,
  parseVisibleCalendarRange,
  type VisibleCalendarRange,
  weekStart,
} from './date-grid.ts'

interface ShownRange {
  shown: VisibleCalendarRange
  /** First and last shown day, for the query of the listing. */
  days: { first: PlainDate; last: PlainDate }
  /** Shows the month or week that contains a day. */
  show: (day: PlainDate) => void
}

/** Stores the shown month or week in the URL, so that a link shows the same range. */
export function useVisibleDateRange({ layout: span }: DisplayFilters['calendar']): ShownRange {
  const [search, setSearch] = useSearchParams()
  const today = useAtomValue(todayAtom)
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  const month = search.get('month')
  const week = search.get('week')
  const shown = useMemo(
    () => parseVisibleCalendarRange(span, { month, week }, today, weekStartsOn),
    [span, month, week, today, weekStartsOn],
  )
  const first = shown.weeks[0]?.[0] ?? today
  const last = shown.weeks.at(-1)?.at(-1) ?? today
  const days = useMemo(() => ({ first, last }), [first, last])
  const show = useCallback(
    (day: PlainDate) =>
      setSearch(
        (now) => {
          now.delete('month')
          now.delete('week')
          if (span === 'month') now.set('month', getMonthOfDay(day))
          else now.set('week', weekStart(day, weekStartsOn))
          return now
        },
        { replace: true },
      ),
    [setSearch, span, weekStartsOn],
  )
  return { shown, days, show }
}
