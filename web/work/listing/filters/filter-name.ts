import type { FilteredName } from '#common/work/listing/properties.ts'
import { t } from '../../../locales/i18n.ts'

/** A property, where a filter is about it. */
export function filterName(property: FilteredName): string {
  return property === 'parent' ? t('filters.parent') : t(`properties.${property}`)
}
