import type { ItemProperty } from './property.ts'
import { propertyWordsOf } from './words.ts'

interface Count extends Pick<ItemProperty, 'icon' | 'card' | 'row'> {
  name: 'link_count' | 'attachment_count'
}

/** Property with the number of links or attachments of an item. Hidden if the number is zero. */
export function count({ name, ...where }: Count): ItemProperty {
  return {
    ...where,
    name,
    hasIcon: true,
    isEmpty: (row) => row[name] === 0,
    useValue: (row) => ({ words: propertyWordsOf(name, String(row[name])), content: row[name] }),
  }
}
