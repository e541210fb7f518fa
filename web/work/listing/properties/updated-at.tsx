import { CalendarSync } from 'lucide-react'
import { createTimestampProperty } from './timestamp-property.ts'

export const updatedAtProperty = createTimestampProperty({
  name: 'updated_at',
  icon: <CalendarSync />,
  card: { at: 10, as: 'fact' },
  row: { at: 7, className: 'hidden w-list-date @5xl:flex' },
})
