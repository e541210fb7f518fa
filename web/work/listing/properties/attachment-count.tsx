import { Paperclip } from 'lucide-react'
import { createCountProperty } from './count.ts'

export const attachmentCountProperty = createCountProperty({
  name: 'attachment_count',
  icon: <Paperclip />,
  card: { at: 6.1, as: 'fact' },
  row: { at: 0.4, className: '' },
})
