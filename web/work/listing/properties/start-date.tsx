import { ArrowRightFromLine } from 'lucide-react'
import { createDateProperty } from './date-property.ts'

export const startDateProperty = createDateProperty({
  name: 'start_date',
  icon: <ArrowRightFromLine />,
  card: { at: 3, as: 'fact', until: 'target_date' },
  row: { at: 4, className: 'hidden w-list-date @7xl:flex group-data-roomy/list:@5xl:flex' },
  pick: { keys: 'shift+d', isCalendar: true },
})
