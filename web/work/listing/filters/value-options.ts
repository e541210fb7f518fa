import { noValueGroupName } from '#common/work/listing/keys.ts'
import type { FilterablePropertyName } from '#common/work/listing/properties.ts'
import type { Priority } from '#common/work/work-items/priorities.ts'
import { currentLanguageTag, t } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { formatShortDate } from '../../../platform/person/dates.ts'
import { meAtom } from '../../../platform/person/session.ts'
import { clockAtom } from '../../../platform/person/today.ts'
import { getDateInputWords } from '../../../platform/ui/date-words.ts'
import { parseDate } from '../../../platform/ui/parse-date.ts'
import { containsTypedWord, type PickerOption } from '../../../platform/ui/picker-options.ts'
import { rateTextMatch } from '../../../platform/ui/rate-text-match.ts'
import { findProperty } from '../properties/registry.ts'
import { filterName, singularFilterName } from './filter-name.ts'
import { getFilterOptions } from './filter-options.ts'
import {
  type DateFilterName,
  getFilterOperators,
  isDateFilter,
  newFilter,
  type PropertyFilter,
} from './leaf.ts'
import { readTypedFilter, type TypedFilter } from './typed-filter.ts'
import {
  applyDateFilterChoice,
  dateFilterChoiceText,
  dateFilterOptions,
  dateFilterPropertyText,
  filterNeedsDates,
} from './when.ts'

/** The minimum length of the typed text. Shorter texts match too many values. */
const minTypedLength = 2

const noPriority: Priority = 'none'

/** The properties that can have the current user as a value, most important first. */
const filtersOfUser = ['assignees', 'created_by', 'subscribers', 'mentions'] as const

/**
 * Returns a row for each value of the properties, such as "Priority is Urgent", so that users find a filter by its
 * value. The rows are not yet compared with the typed text. Returns no rows if the typed text is too short.
 */
export function filterValueOptions(
  names: readonly FilterablePropertyName[],
  projectId: string | null,
  typed: string,
): PickerOption[] {
  const typedFilter = readTypedFilter(typed, getTypedFilterWords())
  const created = (typedFilter === null ? [] : optionsOfTypedFilter(typedFilter, names, projectId)).map(
    (option) => ({ ...option, isForTypedText: true, keywords: [...(option.keywords ?? []), typed] }),
  )
  if (typed.trim().length < minTypedLength) return created
  const found = names.flatMap((name) =>
    isDateFilter(name)
      ? dateOptions(name, typed, typedFilter?.kind === 'no')
      : valueOptions(name, projectId, (option) => containsTypedWord(option, typed)),
  )
  return [...created, ...found.filter(({ value }) => !created.some((option) => option.value === value))]
}

function optionsOfTypedFilter(
  { kind, rest }: TypedFilter,
  names: readonly FilterablePropertyName[],
  projectId: string | null,
): PickerOption[] {
  if (kind === 'me') return optionsOfUser(names)
  const withoutValue = kind === 'no' ? emptyOptions(names, projectId, rest) : []
  if (rest === '') return withoutValue
  const withoutThisValue = names.flatMap((name) =>
    valueOptions(name, projectId, (option) => isExcludedByText(name, option, rest), 'not_in'),
  )
  return [...withoutValue, ...withoutThisValue]
}

function isExcludedByText(name: FilterablePropertyName, option: PickerOption, rest: string): boolean {
  const names = [option.label, ...(option.keywords ?? []), valueSentence(name, 'is', option.label)]
  return !isNone(option) && containsTypedWord(option, rest) && rateTextMatch(names, rest) > 1
}

/** Returns the filters for items of the current user, such as "Assignee is me". */
function optionsOfUser(names: readonly FilterablePropertyName[]): PickerOption[] {
  const me = store.get(meAtom)?.id
  if (me === undefined) return []
  return filtersOfUser
    .filter((name) => names.includes(name))
    .map((name) => ({
      value: JSON.stringify({ ...newFilter(name), values: [me] }),
      label: t(`filters.me.${name}`),
      icon: findProperty(name)?.icon,
    }))
}

/** Returns the filters for items without a value, for the properties whose names match the typed text. */
function emptyOptions(
  names: readonly FilterablePropertyName[],
  projectId: string | null,
  rest: string,
): PickerOption[] {
  const rated = names.map((name) => ({
    name,
    match: rest === '' ? 1 : rateTextMatch([singularFilterName(name), filterName(name)], rest),
  }))
  const isAnyExact = rated.some(({ match }) => match >= 1)
  return rated
    .filter(({ match }) => match >= (isAnyExact ? 1 : 0.5))
    .flatMap(({ name }) => {
      const none = valueOptions(name, projectId, isNone)
      return none.length > 0 || !getFilterOperators(name).includes('empty') ? none : emptyOption(name)
    })
}

function emptyOption(name: FilterablePropertyName): PickerOption {
  return {
    value: JSON.stringify({ property: name, operator: 'empty', values: [] }),
    label: t('filters.sentenceOfPeriod', {
      name: singularFilterName(name),
      period: t('filters.operator.empty'),
    }),
    icon: findProperty(name)?.icon,
  }
}

function isNone({ value }: PickerOption): boolean {
  return value === noValueGroupName || value === noPriority
}

function valueOptions(
  name: FilterablePropertyName,
  projectId: string | null,
  isFound: (option: PickerOption) => boolean,
  operator: 'in' | 'not_in' = 'in',
): PickerOption[] {
  if (!getFilterOperators(name).includes(operator)) return []
  return getFilterOptions(name, projectId)
    .filter(isFound)
    .map((option) => ({
      ...option,
      value: JSON.stringify({ property: name, operator, values: [option.value] }),
      label: valueSentence(name, operator === 'in' ? 'is' : 'is_not', option.label),
    }))
}

function valueSentence(name: FilterablePropertyName, operator: 'is' | 'is_not', value: string): string {
  return t('filters.sentence', {
    name: singularFilterName(name),
    operator: t(`filters.operator.${operator}`),
    value,
  })
}

/** If the user has typed "no", the opposite row "is not empty" would also match, so it is left out. */
function dateOptions(name: DateFilterName, typed: string, isForNoDate: boolean): PickerOption[] {
  const clock = store.get(clockAtom)
  const icon = findProperty(name)?.icon
  const chosen = dateFilterOptions(name, typed)
    .map(({ value }) => ({ ...applyDateFilterChoice(newFilter(name), value, clock), property: name }))
    .filter((filter) => !filterNeedsDates(filter) && !(isForNoDate && filter.operator === 'not_empty'))
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

function getTypedFilterWords() {
  return { me: t('filters.typed.me'), no: t('filters.typed.no'), not: t('filters.typed.not') }
}

/** Returns the filter of a row. The value of the row is the filter as JSON. */
export function parseFilterValue(value: string): PropertyFilter {
  return JSON.parse(value) as PropertyFilter
}
