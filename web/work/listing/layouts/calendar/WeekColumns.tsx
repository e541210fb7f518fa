import { groupOfListing } from '../../listings.ts'
import type { SharedCalendarProps } from './calendar-parts.ts'
import { WeekDayColumn } from './WeekDayColumn.tsx'

/** The days of a week side by side, each in its own scroll container. */
export function WeekColumns({ groups, weeks, landing, ...shared }: SharedCalendarProps) {
  return (
    <div className="scroll-quiet flex print:flex! min-h-0 flex-1 overflow-x-auto border-t border-line">
      {weeks.flat().map((day) => (
        <WeekDayColumn
          key={day}
          day={day}
          group={groupOfListing(groups, day)}
          landing={landing === day}
          {...shared}
        />
      ))}
    </div>
  )
}
