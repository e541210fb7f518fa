import type { z } from 'zod'

type Problem = z.core.$ZodRawIssue

/**
 * Returns the message for a field that a person has filled in wrongly, such as a text that is too long.
 * Returns undefined for other problems, which only programs cause. Those problems keep zod's message. Schemas
 * that define their own message do not use this function.
 */
export function fieldMessage(problem: Problem): string | undefined {
  if (problem.code === 'invalid_type') return wrongType(problem)
  if (problem.code === 'too_big' && problem.inclusive !== false)
    return tooBig(String(problem.origin), Number(problem.maximum))
  if (problem.code === 'too_small' && problem.inclusive !== false)
    return tooSmall(String(problem.origin), Number(problem.minimum))
  return problem.code === 'invalid_format' ? wrongFormats[problem.format] : undefined
}

function wrongType({ input, expected }: Problem & { code: 'invalid_type' }): string | undefined {
  if (input === undefined) return 'This field is required.'
  if (typeof input !== 'number') return
  return expected === 'int' ? 'Enter a whole number.' : undefined
}

function tooBig(origin: string, limit: number): string | undefined {
  if (origin === 'string') return `Enter at most ${limit} characters.`
  if (origin === 'array') return `Choose at most ${limit} values.`
  return isNumber(origin) ? `Enter a number of at most ${limit}.` : undefined
}

function tooSmall(origin: string, limit: number): string | undefined {
  if (origin === 'string')
    return limit === 1 ? 'This field is required.' : `Enter at least ${limit} characters.`
  if (origin === 'array') return limit === 1 ? 'Choose at least one value.' : undefined
  return isNumber(origin) ? `Enter a number of at least ${limit}.` : undefined
}

function isNumber(origin: string): boolean {
  return origin === 'number' || origin === 'int'
}

const wrongFormats: Record<string, string> = {
  email: 'Enter a valid email.',
  url: 'Invalid URL format.',
  date: 'Enter a valid date.',
  time: 'Enter a valid time.',
  datetime: 'Enter a valid date.',
}
