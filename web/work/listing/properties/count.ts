import type { ItemProperty } from './property.ts'
import { propertyText } from './property-text.ts'

interface Count extends Pick<ItemProperty, 'icon' | 'card' | 'row'> {
  name: 'link_count' | 'attachment_count'
}

/**
 * Returns a property with the number of links or attachments of an item. It is hidden if the number is zero.
 */
export function createCountProperty({ name, ...where }: Count): ItemProperty {
  return {
    ...where,
    name,
    hasIcon: true,
    isEmpty: (row) => row[name] === 0,
    useValue: (row) => ({ words: propertyText(name, String(row[name])), content: row[name] }),
  }
}
