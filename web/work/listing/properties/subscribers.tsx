import { Eye } from 'lucide-react'
import { peopleChoices } from './people.tsx'
import type { ItemProperty } from './property.ts'

export const subscribers: ItemProperty = { name: 'subscribers', icon: <Eye />, choices: peopleChoices }
