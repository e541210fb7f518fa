import { formatMinutes, parseMinutes } from '../../platform/minutes.ts'
import { hasRoleAtLeast, type Role, role } from '../../platform/roles.ts'
import type { SummableEstimateType } from '../figures/summable-estimate-types.ts'

/** Types of estimates: numbers, words or time. Numbers and time can be added. */
export const estimateTypes = ['points', 'categories', 'time'] as const
export type EstimateType = (typeof estimateTypes)[number]

export const maxEstimateNameLength = 255
export const maxEstimateValueLength = 20

/** The maximum number of values of one estimate. */
export const estimateValuesLimit = 20

/** The maximum number of estimates of one project, including unused ones. */
export const estimatesLimit = 50

/** Returns true if values of this type can be added. */
export function isSummableEstimate(type: EstimateType): type is SummableEstimateType {
  return type !== 'categories'
}

/**
 * Returns the stored form of a value, or null if it is invalid. Points are numbers with at most two decimals,
 * and categories are any text. Time is typed like `1h 30m` and stored in minutes.
 */
export function parseEstimateValue(
  type: EstimateType,
  typed: string,
  parse: (text: string) => number | null = parseMinutes,
): string | null {
  const text = typed.trim()
  if (text === '' || text.length > maxEstimateValueLength) return null
  if (type === 'categories') return text
  if (type === 'time') return parse(text)?.toString() ?? null
  return /^\d{1,6}([.,]\d{1,2})?$/.test(text) ? String(Number(text.replace(',', '.'))) : null
}

/** Returns the number that a value adds to a sum, or null for categories. */
export function estimateValueNumber(type: EstimateType, value: string): number | null {
  return isSummableEstimate(type) ? Number(value) : null
}

/** Formats a value, or a sum of values, for display. */
export function formatEstimateValue(
  type: EstimateType,
  value: string | number,
  format: (minutes: number) => string = formatMinutes,
): string {
  return type === 'time' ? format(Number(value)) : String(value)
}

/** Returns true if two values of the same type are equal. Case is ignored. */
export function isSameEstimateValue(one: string, other: string): boolean {
  return one.toLocaleLowerCase('en') === other.toLocaleLowerCase('en')
}

/** Returns the reason why the value `typed` cannot be added to the other values, or null if it can. */
export function estimateValueProblem(
  type: EstimateType,
  typed: string,
  others: readonly string[],
  parse: (text: string) => number | null = parseMinutes,
): 'required' | 'too_long' | 'number' | 'time' | 'taken' | null {
  const text = typed.trim()
  if (text === '') return 'required'
  if (text.length > maxEstimateValueLength) return 'too_long'
  const value = parseEstimateValue(type, text, parse)
  if (value === null) return type === 'time' ? 'time' : 'number'
  return others.some((other) => isSameEstimateValue(other, value)) ? 'taken' : null
}

export const estimateValueErrors = {
  required: 'A value is required.',
  too_long: `A value can have at most ${maxEstimateValueLength} characters.`,
  number: 'Points must be numbers with at most two decimals.',
  time: 'Enter a time such as 1h 30m.',
  taken: 'The values of an estimate must be different.',
} as const

/**
 * Returns whether the user may create estimates and change their values. Members may; only admins choose the
 * active estimate.
 */
export function canEditEstimates(actor: { role: Role | null }): boolean {
  return hasRoleAtLeast(actor.role, role.member)
}

export function canSetProjectEstimate(actor: { role: Role | null }): boolean {
  return hasRoleAtLeast(actor.role, role.admin)
}
