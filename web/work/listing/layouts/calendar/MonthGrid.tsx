import { useTranslation } from '../../../../locales/i18n.ts'
import { formatWeekday } from '../../../../platform/ui/day-names.ts'
import { groupOfListing } from '../../listings.ts'
import type { SharedCalendarProps } from './calendar-parts.ts'
import { getMonthOfDay } from './date-grid.ts'
import { MonthDay } from './MonthDay.tsx'

/** The weeks of a month. Weeks grow with their items and share the remaining height. */
export function MonthGrid({ groups, weeks, month, landing, ...shared }: SharedCalendarProps) {
  const { i18n } = useTranslation()
  const columns = { gridTemplateColumns: `repeat(${weeks[0]?.length ?? 7}, minmax(0, 1fr))` }
  return (
    <>
      <div aria-hidden style={columns} className="grid shrink-0 border-b border-line">
        {weeks[0]?.map((day) => (
          <span key={day} className="px-2.5 pb-1.5 text-xs font-medium text-faint">
            {formatWeekday(day, i18n.language, 'short')}
          </span>
        ))}
      </div>
      <div
        data-scroller
        style={columns}
        className="scroll-quiet -me-px grid print:grid! min-h-0 flex-1 auto-rows-[minmax(min-content,1fr)] print:auto-rows-min! overflow-y-auto"
      >
        {weeks.flat().map((day) => (
          <MonthDay
            key={day}
            day={day}
            group={groupOfListing(groups, day)}
            outside={getMonthOfDay(day) !== month}
            landing={landing === day}
            {...shared}
          />
        ))}
      </div>
    </>
  )
}
