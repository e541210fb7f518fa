import { itemKeyOf } from '../../work-items/actions.ts'
import type { ItemProperty } from './property.ts'
import { propertyText } from './property-text.ts'

export const key: ItemProperty = {
  name: 'key',
  useValue: (row) => ({ words: propertyText('key', itemKeyOf(row)), content: itemKeyOf(row) }),
  row: {
    at: -2,
    className: 'hidden min-w-16 shrink-0 whitespace-nowrap text-sm text-faint tabular @lg:block',
  },
}
