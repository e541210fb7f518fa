import { Type } from 'lucide-react'
import type { ItemProperty } from './property.ts'

export const titleProperty: ItemProperty = { name: 'title', icon: <Type /> }
