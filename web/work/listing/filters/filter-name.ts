import type { FilterablePropertyName } from '#common/work/listing/properties.ts'
import { t } from '../../../locales/i18n.ts'

const namesOfPeople = ['assignees', 'subscribers', 'created_by'] as const

/**
 * Returns the name of a property as it is used in filters. Properties of people have nouns here, because their labels
 * elsewhere, such as "Created by", do not fit into the sentence "Created by is Max".
 */
export function filterName(property: FilterablePropertyName): string {
  if (property === 'parent') return t('filters.parent')
  const person = namesOfPeople.find((name) => name === property)
  return person === undefined ? t(`properties.${property}`) : t(`filters.people.${person}`)
}

const pluralProperties = ['assignees', 'labels', 'mentions', 'modules', 'subscribers'] as const

/** Returns the name of a property in a sentence about one value: "Label" in "Label is Bug". */
export function singularFilterName(property: FilterablePropertyName): string {
  const plural = pluralProperties.find((name) => name === property)
  return plural === undefined ? filterName(property) : t(`filters.one.${plural}`)
}
