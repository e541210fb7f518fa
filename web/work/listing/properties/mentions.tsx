import { AtSign } from 'lucide-react'
import { peopleChoices } from './people.tsx'
import type { ItemProperty } from './property.ts'

export const mentions: ItemProperty = { name: 'mentions', icon: <AtSign />, choices: peopleChoices }
