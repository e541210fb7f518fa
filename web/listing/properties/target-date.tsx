import { CalendarCheck } from 'lucide-react'
import { dueWords, isOverdue } from '../../work-items/dates.ts'
import { day } from './day.ts'

export const targetDate = day({
  name: 'target_date',
  icon: <CalendarCheck />,
  more: (row) =>
    row.target_date === null ? null : { words: dueWords(row.target_date), isLate: isOverdue(row) },
  card: { at: 4, as: 'fact' },
  row: { at: 5, className: 'hidden sm:flex' },
  pick: { keys: 'd', isInBar: true },
})
