import { ArrowRightFromLine } from 'lucide-react'
import { day } from './day.ts'

export const startDate = day({
  name: 'start_date',
  icon: <ArrowRightFromLine />,
  card: { at: 3, as: 'fact', until: 'target_date' },
  row: { at: 4, className: 'hidden @4xl:flex' },
  pick: { keys: 'shift+d' },
})
