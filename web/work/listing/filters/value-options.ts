import type { FilterablePropertyName } from '#common/work/listing/properties.ts'
import { currentLanguageTag, t } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { formatShortDate } from '../../../platform/person/dates.ts'
import { clockAtom } from '../../../platform/person/today.ts'
import { getDateInputWords } from '../../../platform/ui/date-words.ts'
import { parseDate } from '../../../platform/ui/parse-date.ts'
import { containsTypedWord, type PickerOption } from '../../../platform/ui/picker-options.ts'
import { findProperty } from '../properties/registry.ts'
import { singularFilterName } from './filter-name.ts'
import { getFilterOptions } from './filter-options.ts'
import { type DateFilterName, isDateFilter, newFilter, type PropertyFilter } from './leaf.ts'
import {
  applyDateFilterChoice,
  dateFilterChoiceText,
  dateFilterOptions,
  dateFilterPropertyText,
  filterNeedsDates,
} from './when.ts'

/** The minimum length of the typed text. Shorter texts match too many values. */
const minTypedLength = 2

/**
 * Returns a row for each value of the properties, such as "Priority is Urgent", so that users find a filter by its
 * value. The rows are not yet compared with the typed text. Returns no rows if the typed text is too short.
 */
export function filterValueOptions(
  names: readonly FilterablePropertyName[],
  projectId: string | null,
  typed: string,
): PickerOption[] {
  if (typed.trim().length < minTypedLength) return []
  return names.flatMap((name) =>
    isDateFilter(name) ? dateOptions(name, typed) : valueOptions(name, projectId, typed),
  )
}

function valueOptions(name: FilterablePropertyName, projectId: string | null, typed: string): PickerOption[] {
  const filter = newFilter(name)
  if (filter.operator !== 'in') return []
  const found = getFilterOptions(name, projectId).filter((option) => containsTypedWord(option, typed))
  return found.map((option) => ({
    ...option,
    value: JSON.stringify({ ...filter, values: [option.value] }),
    label: t('filters.sentence', {
      name: singularFilterName(name),
      operator: t('filters.operator.is'),
      value: option.label,
    }),
  }))
}

function dateOptions(name: DateFilterName, typed: string): PickerOption[] {
  const clock = store.get(clockAtom)
  const icon = findProperty(name)?.icon
  const chosen = dateFilterOptions(name, typed)
    .map(({ value }) => ({ ...applyDateFilterChoice(newFilter(name), value, clock), property: name }))
    .filter((filter) => !filterNeedsDates(filter))
  const periods = chosen.map((filter) => ({
    value: JSON.stringify(filter),
    label: t('filters.sentenceOfPeriod', {
      name: dateFilterPropertyText(filter),
      period: dateFilterChoiceText(filter),
    }),
    icon,
  }))
  return [...periods, ...dayOptions(name, typed, clock.today)]
}

/** Returns the filter options for a day that the user has typed, such as "next friday". */
function dayOptions(name: DateFilterName, typed: string, today: string): PickerOption[] {
  const language = currentLanguageTag()
  const day = parseDate(typed, { today, language, words: getDateInputWords() })
  if (day === undefined) return []
  const icon = findProperty(name)?.icon
  return (['on', 'before', 'after'] as const).map((operator) => ({
    value: JSON.stringify({ property: name, operator, values: [day] }),
    label: t('filters.sentence', {
      name: t(`filters.dated.${name}`),
      operator: t(`filters.operator.${operator}`),
      value: formatShortDate(day, language),
    }),
    icon,
    keywords: [typed],
  }))
}

/** Returns the filter of a row. The value of the row is the filter as JSON. */
export function parseFilterValue(value: string): PropertyFilter {
  return JSON.parse(value) as PropertyFilter
}
