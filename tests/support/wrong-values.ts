import { csrfField } from '#api/platform/http/csrf.ts'
import type { Call } from '#common/platform/call.ts'
import { type JsonSchema, toInputJsonSchema } from './examples.ts'

const texts = [
  '',
  '   ',
  'x',
  'x'.repeat(256),
  'x'.repeat(20_000),
  'a\u0000b',
  '\u0007',
  '\ud800',
  '\u202eevil',
  'a\nb',
  'a\u2028b',
  '2026-02-30',
  '00000000-0000-0000-0000-000000000000',
]

const numbers = [0, -1, 1.5, 1e308, -1e308, 2 ** 53]

/** Field names that PostgreSQL cannot store, or that have a special meaning in JavaScript objects. */
const unstorableNames = ['a\u0000b', 'a\u0007b', '\ud800', '__proto__']
  .map((name) => Object.fromEntries([[name, 'x']]))
  .flatMap((one) => [one, { x: [one] }])

/** Query texts that are invalid as a number, cursor, flag or list of ids. */
export const invalidQueryTexts = [
  ...texts.filter((text) => text.length < 1000).map((text) => text.toWellFormed()),
  '2026-01-01T00:00:00+16:00',
  '2026-01-01T00:00:00-23:59',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '-1',
  '0',
  '1e9',
  'null',
  '1:2:3',
  "' or 1=1 --",
  '%00',
  'true',
]

export interface BodyField {
  path: [string, ...string[]]
  shape: JsonSchema
}

/**
 * Returns every field of a call's body, including nested ones. For lists, the fields of the first element are
 * returned.
 */
export function listBodyFields(call: Call): BodyField[] {
  if (call.body === undefined) return []
  return Object.entries(toInputJsonSchema(call.body).properties ?? {}).flatMap(([name, shape]) =>
    name === csrfField ? [] : within({ path: [name], shape }),
  )
}

function within({ path, shape }: BodyField): BodyField[] {
  const inside = (name: string, one: JsonSchema) => within({ path: [...path, name], shape: one })
  return [
    { path, shape },
    ...Object.entries(shape.properties ?? {}).flatMap(([name, one]) => inside(name, one)),
    ...(shape.anyOf ?? []).flatMap((one) => within({ path, shape: one }).slice(1)),
    ...(shape.items === undefined ? [] : inside('0', shape.items)),
  ]
}

/** Returns values that are invalid for a field, and valid values that are hard to store. */
export function generateInvalidValues(call: Call, shape: JsonSchema): unknown[] {
  if (call.form) return texts
  const kinds = [shape, ...(shape.anyOf ?? [])]
  const isOf = (...types: string[]) => kinds.some((one) => types.includes(one.type ?? ''))
  const others: unknown[] = [null, true, [], [null], {}, { constructor: null }, ...unstorableNames]
  if (kinds.some((one) => one.type === 'string' && !one.format && !one.enum))
    return [...texts, 7, null, [], {}]
  if (isOf('number', 'integer')) return [...numbers, 'NaN', null, [], {}]
  if (isOf('array', 'object')) {
    return [...others, 'x', 7, nested(2000), Array.from({ length: 300 }, () => 'x')]
  }
  return [
    '',
    'x',
    'a\u0000b',
    '2026-02-30',
    '0000-01-01',
    '00000000-0000-0000-0000-000000000000',
    7,
    ...others,
  ]
}

function nested(depth: number): unknown {
  let value: unknown = 'x'
  for (let at = 0; at < depth; at++) value = at % 2 === 0 ? [value] : { type: 'paragraph', content: value }
  return value
}

/** Returns a copy of `body` with `value` at `path`. Undefined removes the field. */
export function replaceValueAtPath(body: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value
  const inner = replaceValueAtPath(Reflect.get(Object(body), name), rest, value)
  if (Array.isArray(body)) return inner === undefined ? body.slice(1) : body.with(0, inner)
  const { [name]: _, ...others } = Object(body) as Record<string, unknown>
  return inner === undefined ? others : { ...others, [name]: inner }
}

/** Returns the names of the body fields that accept any text. Ids, dates, choices and markup are left out. */
export function listFreeTextFields(call: Call): string[] {
  if (call.form) return []
  return listBodyFields(call).flatMap(({ path: [name, ...inner], shape }) => {
    const isText = [shape, ...(shape.anyOf ?? [])].some(
      (one) => one.type === 'string' && !one.format && !one.enum && !one.pattern && one.const === undefined,
    )
    const isFree = !name.startsWith('description_') && !ruled.has(name)
    return inner.length === 0 && isText && isFree ? [name] : []
  })
}

/**
 * Fields that accept only some characters and therefore refuse most hostile values. Separate tests cover the
 * allowed characters.
 */
const ruled = new Set([
  'slug',
  'identifier',
  'first_name',
  'last_name',
  'timezone',
  'user_timezone',
  'token',
  'email',
])

/** Returns a short readable form of a value. */
export function formatShortValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
