import { formatItemKey } from '../../work-items/actions.ts'
import type { ItemProperty } from './property.ts'
import { propertyText } from './property-text.ts'

export const keyProperty: ItemProperty = {
  name: 'key',
  useValue: (row) => ({ words: propertyText('key', formatItemKey(row)), content: formatItemKey(row) }),
  row: {
    at: -2,
    className: 'hidden min-w-16 shrink-0 whitespace-nowrap text-sm text-faint tabular @lg:block',
  },
}
