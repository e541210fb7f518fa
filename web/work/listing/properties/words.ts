import { t } from '../../../locales/i18n.ts'
import type { ShownName } from './property.ts'

/** A property with its value, as `State: Todo`. */
export function propertyWordsOf(name: ShownName, value: string): string {
  return t('workItems.valueIs', { name: t(`properties.${name}`), value })
}
