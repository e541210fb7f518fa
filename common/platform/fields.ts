import { z } from 'zod'
import { maxUrlLength } from './addresses.ts'
import { maxPosition } from './positions.ts'
import { containsControlCharacters, containsLineBreaks } from './text.ts'
import { id } from './time.ts'

const readable = (text: string) => !containsControlCharacters(text) && text.isWellFormed()

/**
 * Schema of one line of user input: trimmed, with a maximum length, without line breaks and control
 * characters.
 */
export function singleLineText(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .refine(readable, 'Control characters are not allowed.')
    .refine((text) => !containsLineBreaks(text), 'Line breaks are not allowed.')
}

/** Schema of text with any number of lines. */
export function multiLineText(max: number) {
  return z.string().max(max).refine(readable, 'Control characters are not allowed.')
}

/**
 * Schema of a form field with a rule that the browser also uses. The rule returns the key of a message, or null if
 * the value is valid.
 */
export function textWithRule(
  max: number,
  problem: (value: string) => string | null,
  sentences: Record<string, string>,
) {
  return singleLineText(max).superRefine((value, context) => {
    const key = problem(value)
    if (key !== null) context.addIssue({ code: 'custom', message: sentences[key] ?? key })
  })
}

/**
 * Schema of up to 20 values under names that the client chooses. `maxProperties` documents the maximum. The size
 * limit of the request body is derived from it.
 */
export function createRecordField<Name extends z.ZodType<string, string>, Value extends z.ZodType>(
  name: Name,
  value: Value,
) {
  const maxProperties = 20
  return z
    .record(name, value)
    .refine((values) => Object.keys(values).length <= maxProperties, `Send at most ${maxProperties} values.`)
    .meta({ maxProperties })
}

/** Number by which rows are sorted in an order that users can change. */
export const positionField = z
  .number()
  .min(-maxPosition, 'The position is out of range.')
  .max(maxPosition, 'The position is out of range.')

export const colorField = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Enter a color such as #1a2b3c.')

/** Schema of a web address, which `normal` normalizes. */
export function urlField(normal: (typed: string) => string | null) {
  const refusal = 'Invalid URL format.'
  return singleLineText(maxUrlLength)
    .regex(/^\S+$/, refusal)
    .transform((typed, context) => {
      const normalized = normal(typed)
      if (normalized !== null) return normalized
      context.addIssue({ code: 'custom', message: refusal })
      return z.NEVER
    })
}

/** Schema of `true` or `false` in a query string. */
export const booleanQueryField = z.enum(['true', 'false']).transform((value) => value === 'true')

/**
 * Schema of a boolean that clients of Plane send in different types. As in Python, every value except false, 0 and an
 * empty text is true. The text `false` is false, too.
 */
export const looseBooleanField = z
  .union([z.boolean(), z.number(), z.string().max(20)])
  .transform((value) => Boolean(value) && value !== 'false')

/** Schema of a nullable relation or date. An empty string becomes null, because clients of Plane send one. */
export function emptyAsNull(schema: z.ZodType<string, string>) {
  return z
    .union([schema, z.literal(''), z.null()], 'Send a valid value, or null for none.')
    .transform((value) => (value === '' ? null : value))
}

/** Schema of a comma-separated list of the given names. */
export function commaSeparatedNames<Name extends string>(names: readonly Name[], refusal: string) {
  return singleLineText(2000).transform((text, context): Name[] => {
    const wanted = text.split(',').map((name) => name.trim())
    const found = names.filter((name) => wanted.includes(name))
    if (wanted.every((name) => found.some((one) => one === name))) return found
    context.addIssue({ code: 'custom', message: refusal })
    return z.NEVER
  })
}

/** Schema of up to `max` comma-separated ids in a query string. */
export function commaSeparatedIds(max: number) {
  return singleLineText(4000)
    .transform((text) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
    .pipe(z.array(id).max(max))
}

/** Schema of the URL of a picture that other users see. Any URL is accepted, as in Plane. */
export const pictureUrlField = emptyAsNull(
  z
    .string()
    .max(800)
    .regex(/^(https?:\/\/|\/)[^\s<>"'\\]*$/, 'The URL of an image must start with https:// or a slash.'),
)
