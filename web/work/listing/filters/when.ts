import type { Clock } from '#common/platform/clock.ts'
import { itemProperties } from '#common/work/listing/properties.ts'
import { t } from '../../../locales/i18n.ts'
import type { PickerOption } from '../../../platform/ui/picker-options.ts'
import {
  changeFilterOperator,
  type DateFilterName,
  type FilterOperator,
  getFilterOperators,
  type PropertyFilter,
} from './leaf.ts'

const named = [
  'overdue',
  'yesterday',
  'today',
  'tomorrow',
  'last_week',
  'this_week',
  'next_week',
  'last_month',
  'this_month',
  'next_month',
] as const

/** Periods offered for planned days (mostly in the future) and for past moments. */
const offered = {
  day: [
    ...['today', 'tomorrow', 'this_week', 'next_week', 'this_month', 'next_month'],
    ...['next_7_days', 'next_14_days', 'next_30_days', 'last_7_days', 'last_30_days'],
  ],
  moment: [
    ...['today', 'yesterday', 'this_week', 'last_week', 'this_month', 'last_month'],
    ...['last_7_days', 'last_14_days', 'last_30_days', 'last_90_days'],
  ],
}

/**
 * Returns all date comparisons in one list: periods, days, and whether a date is set. A typed number is offered as a number of
 * days.
 */
export function dateFilterOptions(name: DateFilterName, query: string): PickerOption[] {
  const valueKind = itemProperties[name].valueKind
  const typed = /[1-9]\d{0,2}/.exec(query)?.[0]
  const counted = typed === undefined ? [] : [`next_${typed}_days`, `last_${typed}_days`]
  const periods = [
    ...counted.filter((period) => valueKind === 'day' || period.startsWith('last')),
    ...(name === 'target_date' ? ['overdue'] : []),
    ...offered[valueKind],
  ]
  return [
    ...[...new Set(periods)].map((period) => ({ value: period, label: periodWords(period) })),
    ...getFilterOperators(name)
      .filter((operator) => operator !== 'within')
      .map((operator) => ({ value: operator, label: t(`filters.operator.${operator}`) })),
  ]
}

/** Returns the option of `dateFilterOptions` that the filter has selected. */
export function getDateFilterChoice({ operator, values }: PropertyFilter): string | null {
  return operator === 'within' ? (values[0] ?? null) : operator
}

export function applyDateFilterChoice(filter: PropertyFilter, chosen: string, clock: Clock): PropertyFilter {
  const operator = getFilterOperators(filter.property).find((one): one is FilterOperator => one === chosen)
  if (operator !== undefined) return changeFilterOperator(filter, operator, clock)
  return { ...filter, operator: 'within', values: [chosen] }
}

/** Returns whether the operator needs days to be chosen. */
export function filterNeedsDates({ operator }: PropertyFilter): boolean {
  return ['on', 'before', 'after', 'between'].includes(operator)
}

export function dateFilterChoiceText(filter: PropertyFilter): string {
  const { operator, values } = filter
  if (operator !== 'within') return t(`filters.operator.${operator}`)
  return values[0] === undefined ? '…' : periodWords(values[0])
}

/** Returns the beginning of a date filter's sentence: "Due" in "Due today", but "Due date" in "Due date is empty". */
export function dateFilterPropertyText({
  property,
  operator,
  values,
}: PropertyFilter & { property: DateFilterName }): string {
  const isOfTime = operator === 'within' ? values[0] !== 'overdue' && values.length > 0 : true
  return isOfTime && operator !== 'empty' && operator !== 'not_empty'
    ? t(`filters.dated.${property}`)
    : t(`properties.${property}`)
}

function periodWords(period: string): string {
  const known = named.find((one) => one === period)
  if (known !== undefined) return t(`filters.period.${known}`)
  const [, side, days] = /^(last|next)_(\d+)_days$/.exec(period) ?? []
  // A link may contain an unknown period. The name of an unknown period is shown unchanged.
  if (days === undefined) return period
  return t(side === 'next' ? 'filters.period.nextDays' : 'filters.period.lastDays', { count: Number(days) })
}
