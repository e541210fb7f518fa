import { CircleCheck } from 'lucide-react'
import { momentProperty } from './moment.ts'

export const completedAt = momentProperty({
  name: 'completed_at',
  icon: <CircleCheck />,
  card: { at: 11, as: 'fact' },
  row: { at: 8, className: 'hidden w-26 @5xl:flex' },
})
