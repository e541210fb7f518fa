import { CalendarPlus } from 'lucide-react'
import { momentProperty } from './moment.ts'

export const createdAt = momentProperty({
  name: 'created_at',
  icon: <CalendarPlus />,
  card: { at: 9, as: 'fact' },
  row: { at: 6, className: 'hidden w-26 @5xl:flex' },
})
