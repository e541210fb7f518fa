import { CalendarCheck } from 'lucide-react'
import { describeDueDate } from '../../../platform/person/dates.ts'
import { createDateProperty } from './date-property.ts'

export const targetDateProperty = createDateProperty({
  name: 'target_date',
  icon: <CalendarCheck />,
  more: describeDueDate,
  card: { at: 4, as: 'fact' },
  row: { at: 5, className: 'hidden w-list-date @lg:flex' },
  pick: { keys: 'd', isInBar: true, isCalendar: true },
})
