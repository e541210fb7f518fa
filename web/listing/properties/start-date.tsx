import { CalendarClock } from 'lucide-react'
import { day } from './day.ts'

export const startDate = day({
  name: 'start_date',
  icon: <CalendarClock />,
  card: { at: 3, as: 'fact' },
  row: { at: 4, className: 'hidden lg:flex' },
  pick: { keys: 'shift+d' },
})
