import { t } from '../../../locales/i18n.ts'
import type { DisplayablePropertyName } from './property.ts'

/** Returns a property with its value, for example `State: Todo`. */
export function propertyText(name: DisplayablePropertyName, value: string): string {
  return t('workItems.valueIs', { name: t(`properties.${name}`), value })
}
