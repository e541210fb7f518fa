import { Link2 } from 'lucide-react'
import { createCountProperty } from './count.ts'

export const linkCountProperty = createCountProperty({
  name: 'link_count',
  icon: <Link2 />,
  card: { at: 6, as: 'fact' },
  row: { at: 0.2, className: '' },
})
