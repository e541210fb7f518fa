import { AtSign } from 'lucide-react'
import { people } from './people.tsx'
import type { ItemProperty } from './property.ts'

export const mentions: ItemProperty = { name: 'mentions', icon: <AtSign />, choices: people }
