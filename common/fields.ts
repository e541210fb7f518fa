import { z } from 'zod'
import { holdsControlCharacters } from './text.ts'

const readable = (text: string) => !holdsControlCharacters(text) && text.isWellFormed()

/** One line of text that people type: trimmed, bounded, without control characters. */
export function line(max: number) {
  return z.string().trim().max(max).refine(readable, 'Control characters are not allowed.')
}

export function prose(max: number) {
  return z.string().max(max).refine(readable, 'Control characters are not allowed.')
}

/** Field of a form whose rule is shared with the browser; the rule answers the key of a sentence or null. */
export function ruled(
  max: number,
  problem: (value: string) => string | null,
  sentences: Record<string, string>,
) {
  return line(max).superRefine((value, context) => {
    const key = problem(value)
    if (key !== null) context.addIssue({ code: 'custom', message: sentences[key] ?? key })
  })
}

export const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'A colour is written like #1a2b3c.')

/** `true` and `false` as query strings carry them. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
