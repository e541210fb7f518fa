import type { ItemProperty } from './property.ts'
import { propertyWordsOf } from './words.ts'

interface Count extends Pick<ItemProperty, 'icon' | 'card' | 'row'> {
  name: 'link_count' | 'attachment_count'
}

/** How many of something an item has; of none nothing is said. */
export function count({ name, ...where }: Count): ItemProperty {
  return {
    ...where,
    name,
    hasIcon: true,
    isEmpty: (row) => row[name] === 0,
    useValue: (row) => ({ words: propertyWordsOf(name, String(row[name])), content: row[name] }),
  }
}
