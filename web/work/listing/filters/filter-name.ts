import type { FilterablePropertyName } from '#common/work/listing/properties.ts'
import { t } from '../../../locales/i18n.ts'

/** Returns the name of a property as it is used in filters. */
export function filterName(property: FilterablePropertyName): string {
  return property === 'parent' ? t('filters.parent') : t(`properties.${property}`)
}

const pluralProperties = ['assignees', 'labels', 'mentions', 'modules', 'subscribers'] as const

/** Returns the name of a property in a sentence about one value: "Label" in "Label is Bug". */
export function singularFilterName(property: FilterablePropertyName): string {
  const plural = pluralProperties.find((name) => name === property)
  return plural === undefined ? filterName(property) : t(`filters.one.${plural}`)
}
