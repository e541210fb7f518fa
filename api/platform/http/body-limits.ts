import type { z } from 'zod'
import type { Call } from '#common/platform/call.ts'
import { AppError } from '#common/platform/errors.ts'

export interface BodyLimits {
  bytes: number
  /** Objects, lists and what is in them. */
  values: number
}

/** No call takes more; the middleware reads no more either. */
const most: BodyLimits = { bytes: 12 * 1024 * 1024, values: 400_000 }
/** A row that a client sends back whole holds more than what the call takes. */
const least: BodyLimits = { bytes: 1024 * 1024, values: 5_000 }
/** A field that is too long is refused by its name, so what is read is well above each maximum. */
const room = 4
/** Limits of an object whose fields are not declared. */
const open: BodyLimits = { bytes: 256 * 1024, values: 2_000 }
/** Values of a list without a declared maximum. */
const listLength = 5_000
const small: BodyLimits = { bytes: 100, values: 1 }
const unlimited: BodyLimits = { bytes: Number.POSITIVE_INFINITY, values: 1 }
const document: BodyLimits = { bytes: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY }
/** Nested deeper than this, a body is refused without being read. Less is refused later, by the name of the field. */
const deepest = 4_000
/** Each unit of a text may be written as `\u0000`. */
const bytesOfUnit = 6

const documentFields = new Set(['description', 'description_json', 'comment_json'])
const limits = new WeakMap<Call, BodyLimits>()

/** How much the body of a call may hold, by what its declaration takes. */
export function bodyLimits(call: Call): BodyLimits {
  const known = limits.get(call)
  if (known !== undefined) return known
  const taken = call.body === undefined ? small : sizeOf(call.body)
  const made = {
    bytes: Math.min(most.bytes, Math.max(least.bytes, room * taken.bytes)),
    values: Math.min(most.values, Math.max(least.values, room * taken.values)),
  }
  limits.set(call, made)
  return made
}

/** Throws before a body is parsed that has more than its call takes: parsing and checking it would hold up everybody. */
export function checkBody(call: Call, body: Uint8Array): void {
  const { bytes, values } = bodyLimits(call)
  if (body.byteLength > bytes) throw new AppError('too_large', 'REQUEST_BODY_TOO_LARGE')
  countValues(body, values)
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
/** The change of depth for each byte: 1 for an opening bracket, -1 for a closing one. */
const deeper = new Int8Array(256)
for (const sign of '[{') deeper[sign.charCodeAt(0)] = 1
for (const sign of ']}') deeper[sign.charCodeAt(0)] = -1

function countValues(body: Uint8Array, mostValues: number): void {
  let values = 0
  let depth = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0
    if (byte === quote) at = endOfText(body, at)
    const step = deeper[byte] ?? 0
    if (step === 1 || byte === comma) values++
    depth += step
    if (depth > deepest) throw new AppError('invalid', 'The body is nested too deeply.')
    if (values > mostValues) throw new AppError('too_large', 'The body holds too many values for this call.')
  }
}

/** Answers the position after the JSON string that begins at `at`. */
function endOfText(body: Uint8Array, at: number): number {
  for (let end = body.indexOf(quote, at + 1); end !== -1; end = body.indexOf(quote, end + 1)) {
    let escapes = 0
    while (body[end - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
  return body.length
}

interface Definition {
  type: string
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  options?: z.ZodType[]
  shape?: Record<string, z.ZodType>
}

function sizeOf(schema: z.ZodType): BodyLimits {
  const { def, bag } = schema._zod as unknown as {
    def: Definition
    bag: { maximum?: number; format?: string }
  }
  if (def.innerType !== undefined) return sizeOf(def.innerType)
  switch (def.type) {
    case 'string':
      return textSize(bag)
    case 'array':
      return times(def.element === undefined ? open : sizeOf(def.element), bag.maximum)
    case 'object':
      return sum(Object.entries(def.shape ?? {}).map(sizeOfField))
    case 'union':
      return largest((def.options ?? []).map(sizeOf))
    case 'pipe':
      return largest([def.in, def.out].filter((one) => one !== undefined).map(sizeOf))
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'date':
    case 'null':
    case 'transform':
      return small
    default:
      return open
  }
}

function sizeOfField([name, schema]: [string, z.ZodType]): BodyLimits {
  const { bytes, values } = documentFields.has(name) && !isText(schema) ? document : sizeOf(schema)
  return { bytes: bytes + name.length + 4, values }
}

function isText(schema: z.ZodType): boolean {
  const { def } = schema._zod as unknown as { def: Definition }
  return def.innerType === undefined ? def.type === 'string' : isText(def.innerType)
}

/** Formats such as ids are short; a text without a maximum is a document. */
function textSize({ maximum, format }: { maximum?: number; format?: string }): BodyLimits {
  if (maximum !== undefined) return { bytes: maximum * bytesOfUnit, values: 1 }
  return format === undefined || format === 'regex' ? unlimited : small
}

function times({ bytes, values }: BodyLimits, count = listLength): BodyLimits {
  return { bytes: bytes * count, values: values * count + 1 }
}

function sum(sizes: BodyLimits[]): BodyLimits {
  return {
    bytes: sizes.reduce((all, { bytes }) => all + bytes, 2),
    values: sizes.reduce((all, { values }) => all + values, 1),
  }
}

function largest(sizes: BodyLimits[]): BodyLimits {
  return {
    bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
    values: Math.max(...sizes.map(({ values }) => values)),
  }
}
