import { Paperclip } from 'lucide-react'
import { count } from './count.ts'

export const attachmentCount = count({
  name: 'attachment_count',
  icon: <Paperclip />,
  card: { at: 7, as: 'fact' },
  row: { at: 3, className: '' },
})
