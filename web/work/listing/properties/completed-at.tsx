import { CircleCheck } from 'lucide-react'
import { createTimestampProperty } from './timestamp-property.ts'

export const completedAtProperty = createTimestampProperty({
  name: 'completed_at',
  icon: <CircleCheck />,
  card: { at: 11, as: 'fact' },
  row: { at: 8, className: 'hidden w-list-date @5xl:flex' },
})
