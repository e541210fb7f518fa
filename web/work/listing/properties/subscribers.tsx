import { Eye } from 'lucide-react'
import { personPropertyChoices } from './person-property-choices.tsx'
import type { ItemProperty } from './property.ts'

export const subscribersProperty: ItemProperty = {
  name: 'subscribers',
  icon: <Eye />,
  choices: personPropertyChoices,
}
