import { CornerLeftUp } from 'lucide-react'
import type { ItemProperty } from './property.ts'

/** The item that a sub-item is part of. */
export const parent: ItemProperty = { name: 'parent', icon: <CornerLeftUp /> }
