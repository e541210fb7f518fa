import { Paperclip } from 'lucide-react'
import { createCountProperty } from './count.ts'

export const attachmentCountProperty = createCountProperty({
  name: 'attachment_count',
  icon: <Paperclip />,
  card: { at: 7, as: 'fact' },
  row: { at: 3, className: '' },
})
