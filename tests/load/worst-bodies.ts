import { getBodyLimits } from '#api/platform/http/body-limits.ts'
import type { Call } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'

export interface ExpensiveRequestBody {
  /** Describes the content of the body. */
  what: string
  type: 'application/json' | 'application/x-www-form-urlencoded'
  text: string
}

/** The number of bytes and of JSON values that may still be added to the body. */
interface Room {
  bytes: number
  values: number
}

interface Definition {
  type: string
  format?: string
  checks?: { _zod: { def: { check: string; maximum?: number; value?: number } } }[]
  element?: Schema
  innerType?: Schema
  in?: Schema
  options?: Schema[]
  shape?: Record<string, Schema>
  entries?: Record<string, string>
  values?: unknown[]
}

type Schema = { _zod: { def: Definition } }

/**
 * Generates the largest request bodies that the server reads for this call. Each body is expensive in another
 * way, such as many numbers, many field names or deep nesting. This is a generator, so that only one body of
 * several megabytes is in memory at a time.
 */
export function* generateExpensiveBodies(call: Call): Generator<ExpensiveRequestBody> {
  const { bytes, values } = getBodyLimits(call)
  // A part of the allowed size is reserved for brackets and field names.
  const room = { bytes: bytes - 200, values: values - 20 }
  const json = (what: string, text: string): ExpensiveRequestBody => ({
    what,
    type: 'application/json',
    text,
  })
  const withUnknown = (text: string) => `{"x":${text}}`
  yield json('numbers', withUnknown(list(Math.min(room.values, room.bytes / 2), () => '1')))
  yield json('names', namesIn(room))
  yield json('nested lists', withUnknown(nested(room)))
  yield json('one text', withUnknown(`"${'a'.repeat(room.bytes)}"`))
  yield json('escaped letters', withUnknown(`"${'\\u0142'.repeat(room.bytes / 6)}"`))
  yield json('escaped quotes', withUnknown(`"${'\\\\"'.repeat(room.bytes / 2)}"`))
  yield json('right fields', JSON.stringify(filled(call.body, { ...room }, 'right')))
  yield json('wrong fields', JSON.stringify(filled(call.body, { ...room }, 'wrong')))
  const pairs = Array.from({ length: room.bytes / 8 }, (_, at) => `${at.toString(36)}=1`)
  yield {
    what: 'form',
    type: 'application/x-www-form-urlencoded',
    text: pairs.join('&').slice(0, room.bytes),
  }
}

function list(length: number, one: (at: number) => string): string {
  return `[${Array.from({ length }, (_, at) => one(at)).join(',')}]`
}

function namesIn({ bytes, values }: Room): string {
  const count = Math.floor(Math.min(values, bytes / 9))
  return `{${Array.from({ length: count }, (_, at) => `"${at.toString(36)}":1`).join(',')}}`
}

function nested({ bytes, values }: Room): string {
  const depth = 200
  const one = `${'['.repeat(depth)}${']'.repeat(depth)}`
  return list(Math.min(values / (depth + 1), bytes / (one.length + 1)), () => one)
}

/**
 * Returns a value for the schema that fills one field after the other until `room` is used up. With `right`,
 * the values are valid; with `wrong`, they are invalid.
 */
function filled(schema: unknown, room: Room, how: 'right' | 'wrong', name = ''): unknown {
  const { def } = (schema as Schema)._zod
  room.values--
  room.bytes -= name.length + 4
  if (room.values <= 0 || room.bytes <= 0) return null
  if (def.innerType) return filled(def.innerType, room, how, name)
  if (def.in) return filled(def.in, room, how, name)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape ?? {}).map(([field, one]) => [field, filled(one, room, how, field)]),
      )
    case 'array':
      return manyOf(def, room, how)
    case 'union':
      return filled(def.options?.at(0), room, how, name)
    case 'record':
      return name.endsWith('json') || name === 'description' ? proseIn(room) : anythingIn(room)
    case 'string':
      return textOf(def, room, how)
    case 'number':
      return how === 'wrong' ? 1e300 : 1
    case 'boolean':
      return true
    case 'enum':
      return how === 'wrong' ? 'wrong' : Object.values(def.entries ?? {})[0]
    case 'literal':
      return def.values?.[0]
    default:
      return null
  }
}

function manyOf(def: Definition, room: Room, how: 'right' | 'wrong'): unknown[] {
  const made: unknown[] = []
  const most = longest(def) ?? Number.POSITIVE_INFINITY
  const share = { bytes: room.bytes / 2, values: room.values / 2 }
  while (made.length < most && room.bytes > share.bytes && room.values > share.values)
    made.push(how === 'wrong' && made.length > 0 ? null : filled(def.element, room, how))
  return made
}

function textOf(def: Definition, room: Room, how: 'right' | 'wrong'): string {
  const text =
    formats[def.format ?? ''] ?? (() => 'a '.repeat(Math.min(longest(def) ?? 1e9, room.bytes / 2) / 2))
  const made = how === 'wrong' ? `${text()}\u0001` : text()
  room.bytes -= made.length
  return made
}

const formats: Record<string, () => string> = {
  uuid: newId,
  datetime: () => '2026-11-02T10:00:00Z',
  date: () => '2026-11-02',
  url: () => 'https://example.com/',
  base64: () => 'AAAA',
}

/** Returns an editor document of short paragraphs that fills the remaining space. */
function proseIn(room: Room): object {
  const paragraph = () => ({ type: 'paragraph', content: [{ type: 'text', text: 'a' }] })
  const length = Math.floor(Math.min(room.values / 7, room.bytes / 70))
  room.values = 0
  return { type: 'doc', content: Array.from({ length }, paragraph) }
}

function anythingIn(room: Room): object {
  const length = Math.floor(Math.min(room.values / 2, room.bytes / 20) / 2)
  room.values -= 2 * length
  room.bytes -= 20 * length
  return Object.fromEntries(Array.from({ length }, (_, at) => [`n${at}`, [at]]))
}

function longest({ checks = [] }: Definition): number | undefined {
  return checks.find(({ _zod }) => _zod.def.maximum !== undefined)?._zod.def.maximum
}
