import { ListTree } from 'lucide-react'
import { count } from './count.ts'

export const subIssuesCount = count({
  name: 'sub_issues_count',
  icon: <ListTree />,
  card: { at: 5, as: 'fact' },
  row: { at: 0, className: '' },
})
