import { CalendarPlus } from 'lucide-react'
import { createTimestampProperty } from './timestamp-property.ts'

export const createdAtProperty = createTimestampProperty({
  name: 'created_at',
  icon: <CalendarPlus />,
  card: { at: 9, as: 'fact' },
  row: { at: 6, className: 'hidden w-list-date @5xl:flex' },
})
