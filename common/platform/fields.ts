import { z } from 'zod'
import { addressLength } from './addresses.ts'
import { farthestPosition } from './positions.ts'
import { holdsControlCharacters, holdsLineBreaks } from './text.ts'
import { id } from './time.ts'

const readable = (text: string) => !holdsControlCharacters(text) && text.isWellFormed()

/** One line of text that people type: trimmed, bounded, without line breaks and control characters. */
export function line(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .refine(readable, 'Control characters are not allowed.')
    .refine((text) => !holdsLineBreaks(text), 'Line breaks are not allowed.')
}

/** Text of any number of lines. */
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

/** Values by names that the client chooses, at most 20 of them. `maxProperties` tells it to readers of the API, and to the limits of bodies. */
export function fewValues<Name extends z.ZodType<string, string>, Value extends z.ZodType>(
  name: Name,
  value: Value,
) {
  const maxProperties = 20
  return z
    .record(name, value)
    .refine((values) => Object.keys(values).length <= maxProperties, `Send at most ${maxProperties} values.`)
    .meta({ maxProperties })
}

/** Where a row stands among its neighbours. */
export const position = z
  .number()
  .min(-farthestPosition, 'A position is not as far as that.')
  .max(farthestPosition, 'A position is not as far as that.')

export const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'A colour is written like #1a2b3c.')

/** The address of a web page, as `normal` has it. */
export function address(normal: (typed: string) => string | null) {
  const refusal = 'Invalid URL format.'
  return line(addressLength)
    .regex(/^\S+$/, refusal)
    .transform((typed, context) => {
      const kept = normal(typed)
      if (kept !== null) return kept
      context.addIssue({ code: 'custom', message: refusal })
      return z.NEVER
    })
}

/** `true` and `false` as query strings carry them. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** A relation or a date that may be null. Clients of the reference product, whose forms hold texts, say null as an empty one. */
export function orNone(schema: z.ZodType<string, string>) {
  return z
    .union([schema, z.literal(''), z.null()], 'Send a valid value, or null for none.')
    .transform((value) => (value === '' ? null : value))
}

/** Names with commas between them, all of them among these. */
export function namesAmong<Name extends string>(names: readonly Name[], refusal: string) {
  return line(2000).transform((text, context): Name[] => {
    const wanted = text.split(',').map((name) => name.trim())
    const found = names.filter((name) => wanted.includes(name))
    if (wanted.every((name) => found.some((one) => one === name))) return found
    context.addIssue({ code: 'custom', message: refusal })
    return z.NEVER
  })
}

/** Up to `max` ids with commas between them, as query strings carry them. */
export function idsIn(max: number) {
  return line(4000)
    .transform((text) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
    .pipe(z.array(id).max(max))
}

/** Where a picture is that is shown to others; the reference product takes any address. */
export const pictureAddress = orNone(
  z
    .string()
    .max(800)
    .regex(
      /^(https?:\/\/|\/)[^\s<>"'\\]*$/,
      'The address of a picture begins with https:// or with a slash.',
    ),
)
