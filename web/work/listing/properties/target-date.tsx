import { CalendarCheck } from 'lucide-react'
import { describeDueDate } from '../../../platform/person/dates.ts'
import { createDateProperty } from './date-property.ts'

export const targetDateProperty = createDateProperty({
  name: 'target_date',
  icon: <CalendarCheck />,
  more: describeDueDate,
  card: { at: 4, as: 'fact' },
  // On phones, a row shows the due date only if it is set, so that titles have more space.
  row: { at: 5, className: 'data-empty:hidden @lg:w-list-date @lg:data-empty:flex' },
  pick: { keys: 'd', isInBar: true, isCalendar: true },
})
