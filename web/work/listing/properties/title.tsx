import { Type } from 'lucide-react'
import type { ItemProperty } from './property.ts'

export const title: ItemProperty = { name: 'title', icon: <Type /> }
