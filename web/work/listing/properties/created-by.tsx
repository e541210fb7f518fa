import { UserPen } from 'lucide-react'
import { personPropertyChoices } from './person-property-choices.tsx'
import type { ItemProperty } from './property.ts'

export const createdByProperty: ItemProperty = {
  name: 'created_by',
  icon: <UserPen />,
  shownWith: 'created_at',
  choices: personPropertyChoices,
}
