import { Link2 } from 'lucide-react'
import { count } from './count.ts'

export const linkCount = count({
  name: 'link_count',
  icon: <Link2 />,
  card: { at: 6, as: 'fact' },
  row: { at: 2, className: '' },
})
