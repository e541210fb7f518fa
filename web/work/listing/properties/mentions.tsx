import { AtSign } from 'lucide-react'
import { personPropertyChoices } from './person-property-choices.tsx'
import type { ItemProperty } from './property.ts'

export const mentionsProperty: ItemProperty = {
  name: 'mentions',
  icon: <AtSign />,
  choices: personPropertyChoices,
}
