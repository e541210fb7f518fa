import { CornerLeftUp } from 'lucide-react'
import type { ItemProperty } from './property.ts'

/** The parent item of a sub-item. */
export const parentProperty: ItemProperty = { name: 'parent', icon: <CornerLeftUp /> }
