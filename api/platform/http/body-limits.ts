import type { z } from 'zod'
import type { Call } from '#common/platform/call.ts'
import type { JsonSize } from '#common/platform/json-size.ts'

export interface BodyLimits extends JsonSize {
  /**
   * Size limits of the part of the body without documents. The server parses this part on the main thread,
   * and documents in a worker thread.
   */
  beside: JsonSize
  /** Names of the fields that may contain a document. */
  documents: ReadonlySet<string>
}

/**
 * Maximum size of the body of any call. The middleware stops reading a body after the same number of bytes.
 */
const most: JsonSize = { bytes: 12 * 1024 * 1024, values: 400_000, names: 400_000 }
/**
 * Maximum size of a body without its documents. The main thread parses and validates this part of the body.
 */
const mostBeside: JsonSize = { bytes: 2 * 1024 * 1024, values: 80_000, names: 50_000 }
/** Smallest limit of any call, because clients may send a full row with more fields than the call accepts. */
const least: JsonSize = { bytes: 1024 * 1024, values: 5_000, names: 6_000 }
/**
 * The size limits are this many times the declared maximum lengths. A field that is somewhat too long
 * therefore passes this check, and the validation then returns an error that names the field.
 */
const room = 4
/** Limits of an object whose fields are not declared. */
const open: JsonSize = { bytes: 256 * 1024, values: 2_000, names: 1_000 }
/** Maximum number of values that is assumed for a list whose declaration has no maximum. */
const listLength = 5_000
const small: JsonSize = { bytes: 100, values: 1, names: 0 }
/** Maximum bytes of a character in JSON, because it may be escaped as `\u0000`. */
const bytesOfUnit = 6
/** Maximum characters of a text that is not a document. */
const longestLine = 100_000

/**
 * Limits for the document of a page or work item, in any format. The number of bytes is limited only by the maximum
 * size of the whole body.
 */
const wholeDocument: JsonSize = { ...most, bytes: Number.POSITIVE_INFINITY }
/** Limits for the JSON of a comment or sticky. The call limits the length of the text only for the HTML format. */
const shortDocument: JsonSize = { bytes: 512 * 1024, values: 40_000, names: 20_000 }
const documentFields = new Map([
  ['description_json', wholeDocument],
  ['description_binary', wholeDocument],
  ['comment_json', shortDocument],
  ['description', shortDocument],
])
const limits = new WeakMap<Call, BodyLimits>()

/** Returns the size limits of a call's body, derived from its declaration. */
export function getBodyLimits(call: Call): BodyLimits {
  const known = limits.get(call)
  if (known !== undefined) return known
  const documents = new Map<string, JsonSize>()
  const taken = call.body === undefined ? small : sizeOf(call.body, documents)
  const beside = lower(mostBeside, higher(least, times(taken, room)))
  const all =
    documents.size === 0 ? beside : lower(most, sum([beside, times(sum([...documents.values()]), room)]))
  const callLimits = { ...all, beside, documents: new Set(documents.keys()) }
  limits.set(call, callLimits)
  return callLimits
}

interface Definition {
  type: string
  /** The format of a string, such as `uuid`. */
  format?: string
  checks?: { _zod: { def: { maximum?: number; length?: number; format?: string } } }[]
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  options?: z.ZodType[]
  shape?: Record<string, z.ZodType>
  keyType?: z.ZodType
  valueType?: z.ZodType
}

type Inner = (schema: z.ZodType) => JsonSize

function definitionOf(schema: z.ZodType): Definition {
  return (schema._zod as unknown as { def: Definition }).def
}

/**
 * Returns the maximum size of a request with this schema, without its rich-text fields. The limits of the
 * rich-text fields are added to `documents`.
 */
function sizeOf(schema: z.ZodType, documents: Map<string, JsonSize>): JsonSize {
  const def = definitionOf(schema)
  const inner: Inner = (one) => sizeOf(one, documents)
  if (def.innerType !== undefined) return inner(def.innerType)
  switch (def.type) {
    case 'string':
      return textSize(def)
    case 'array':
      return sum([times(def.element === undefined ? open : inner(def.element), longest(def))])
    case 'object':
      return sum(Object.entries(def.shape ?? {}).map(([name, one]) => sizeOfField(name, one, documents)))
    case 'record':
      return recordSize(schema.meta()?.['maxProperties'], def, inner)
    case 'union':
      return (def.options ?? []).map(inner).reduce(higher, small)
    case 'pipe':
      return passedBy(
        [def.in, def.out].flatMap((one) => (one === undefined || isTransform(one) ? [] : inner(one))),
      )
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

function sizeOfField(name: string, schema: z.ZodType, documents: Map<string, JsonSize>): JsonSize {
  const document = documentSize(name, schema)
  if (document !== null) documents.set(name, document)
  const { bytes, values, names } = document === null ? sizeOf(schema, documents) : small
  return { bytes: bytes + name.length + 4, values, names: names + 1 }
}

/**
 * Returns the size limit of a `z.record`, an object with arbitrary keys. If no maximum number of keys is
 * declared, the limit is `open`.
 */
function recordSize(most: unknown, { keyType, valueType }: Definition, inner: Inner): JsonSize {
  if (typeof most !== 'number' || keyType === undefined || valueType === undefined) return open
  return sum([times(sum([inner(keyType), inner(valueType), { ...small, names: 1 }]), most)])
}

/** Returns the size limit of a document field, or null for a field without a document. */
function documentSize(name: string, schema: z.ZodType): JsonSize | null {
  const def = definitionOf(schema)
  if (def.innerType !== undefined) return documentSize(name, def.innerType)
  if (def.type === 'record') return documentFields.get(name) ?? null
  if (def.type !== 'string') return null
  const { bytes } = textSize(def)
  if (bytes > longestLine * bytesOfUnit) return { ...small, bytes }
  return documentFields.get(name) === wholeDocument ? wholeDocument : null
}

/**
 * Returns the size limit of a string. Strings with a format or pattern are ids, dates and colors, which are
 * short.
 */
function textSize(def: Definition): JsonSize {
  const maximum = longest(def)
  if (maximum !== undefined) return { ...small, bytes: maximum * bytesOfUnit }
  const isShort =
    def.format !== undefined || def.checks?.some(({ _zod }) => _zod.def.format !== undefined) === true
  return isShort ? small : { ...small, bytes: Number.POSITIVE_INFINITY }
}

/** Returns the declared maximum of a string or list. */
function longest({ checks = [] }: Definition): number | undefined {
  const maxima = checks.map(({ _zod: { def } }) => def.maximum ?? def.length)
  const declared = maxima.filter((one) => one !== undefined)
  return declared.length === 0 ? undefined : Math.min(...declared)
}

function isTransform(schema: z.ZodType): boolean {
  return definitionOf(schema).type === 'transform'
}

function times({ bytes, values, names }: JsonSize, count = listLength): JsonSize {
  return { bytes: bytes * count, values: values * count, names: names * count }
}

/** Adds the sizes, and the bytes of the brackets around them. */
function sum(sizes: JsonSize[]): JsonSize {
  return {
    bytes: sizes.reduce((all, { bytes }) => all + bytes, 2),
    values: sizes.reduce((all, { values }) => all + values, 1),
    names: sizes.reduce((all, { names }) => all + names, 0),
  }
}

function higher(one: JsonSize, other: JsonSize): JsonSize {
  return {
    bytes: Math.max(one.bytes, other.bytes),
    values: Math.max(one.values, other.values),
    names: Math.max(one.names, other.names),
  }
}

function lower(one: JsonSize, other: JsonSize): JsonSize {
  return {
    bytes: Math.min(one.bytes, other.bytes),
    values: Math.min(one.values, other.values),
    names: Math.min(one.names, other.names),
  }
}

/**
 * Returns the size limit of a value that several schemas check one after the other. It is the smallest limit of these
 * schemas.
 */
function passedBy([first = small, ...others]: JsonSize[]): JsonSize {
  return others.reduce(lower, first)
}
