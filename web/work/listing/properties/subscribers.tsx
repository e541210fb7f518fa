import { Eye } from 'lucide-react'
import { people } from './people.tsx'
import type { ItemProperty } from './property.ts'

export const subscribers: ItemProperty = { name: 'subscribers', icon: <Eye />, choices: people }
