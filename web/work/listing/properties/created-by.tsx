import { UserPen } from 'lucide-react'
import { peopleChoices } from './people.tsx'
import type { ItemProperty } from './property.ts'

export const createdBy: ItemProperty = {
  name: 'created_by',
  icon: <UserPen />,
  shownWith: 'created_at',
  choices: peopleChoices,
}
