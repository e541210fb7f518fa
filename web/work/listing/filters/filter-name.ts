import type { FilterablePropertyName } from '#common/work/listing/properties.ts'
import { t } from '../../../locales/i18n.ts'

/** Returns the name of a property as it is used in filters. */
export function filterName(property: FilterablePropertyName): string {
  return property === 'parent' ? t('filters.parent') : t(`properties.${property}`)
}
