import { readMinutes, timeText } from '../../platform/minutes.ts'
import { atLeast, type Role, role } from '../../platform/roles.ts'
import type { SummedType } from '../figures/summed.ts'

/** What items are measured in: numbers, words, or time, of which numbers and time can be summed. */
export const estimateTypes = ['points', 'categories', 'time'] as const
export type EstimateType = (typeof estimateTypes)[number]

export const estimateNameLength = 255
export const estimateValueLength = 20

/** Of one estimate. */
export const estimateValuesLimit = 20

/** Of one project, with those that are not in use. */
export const estimatesLimit = 50

/** Whether values of this type come to a sum. */
export function isSummed(type: EstimateType): type is SummedType {
  return type !== 'categories'
}

/**
 * A value as it is kept, null when it is none of its type: a number of at most two decimals; minutes as a number, which people write as
 * `1h 30m`; any word.
 */
export function readValue(type: EstimateType, typed: string): string | null {
  const text = typed.trim()
  if (text === '' || text.length > estimateValueLength) return null
  if (type === 'categories') return text
  if (type === 'time') return readMinutes(text)?.toString() ?? null
  return /^\d{1,6}([.,]\d{1,2})?$/.test(text) ? String(Number(text.replace(',', '.'))) : null
}

/** What a value adds to a sum, null where there are none. */
export function numberOf(type: EstimateType, value: string): number | null {
  return isSummed(type) ? Number(value) : null
}

/** A value, or a sum of values, as people read it. */
export function valueText(type: EstimateType, value: string | number): string {
  return type === 'time' ? timeText(Number(value)) : String(value)
}

/** Whether two values of one type are the same one. */
export function isSameValue(one: string, other: string): boolean {
  return one.toLocaleLowerCase('en') === other.toLocaleLowerCase('en')
}

/** Why this cannot be a value beside the others, null when it can. */
export function valueProblem(
  type: EstimateType,
  typed: string,
  others: readonly string[],
): 'required' | 'too_long' | 'number' | 'time' | 'taken' | null {
  const text = typed.trim()
  if (text === '') return 'required'
  if (text.length > estimateValueLength) return 'too_long'
  const value = readValue(type, text)
  if (value === null) return type === 'time' ? 'time' : 'number'
  return others.some((other) => isSameValue(other, value)) ? 'taken' : null
}

export const valueRefusals = {
  required: 'A value is required.',
  too_long: `A value has at most ${estimateValueLength} characters.`,
  number: 'Points are numbers with at most two decimals.',
  time: 'Time is written like 1h 30m.',
  taken: 'Each value of an estimate is there once.',
} as const

/** Make estimates and change their values. Which one a project uses is for its admins. */
export function canKeepEstimates(actor: { role: Role | null }): boolean {
  return atLeast(actor.role, role.member)
}

export function canChooseEstimate(actor: { role: Role | null }): boolean {
  return atLeast(actor.role, role.admin)
}
