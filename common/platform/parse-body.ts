import { AppError, type FieldErrors } from './errors.ts'
import { type JsonSize, jsonSizeProblem, tooManyValuesError } from './json-size.ts'
import { packJsonAsString } from './packed-json.ts'
import { unstorableFieldErrors } from './unstorable-fields.ts'

/** A request body with documents, as plain data that can be sent to a worker thread. */
export interface UnparsedBody {
  bytes: Uint8Array
  most: JsonSize
  /** Names of the fields that contain documents. */
  documents: ReadonlySet<string>
  /** The size limits of all fields together, except documents. */
  beside: JsonSize
}

export interface ParsedBody {
  value: unknown
  /** Errors by field, for values that no field accepts. */
  fields: FieldErrors
}

/** Parses and validates a body. Documents stay packed as strings. */
export function parseBody({ bytes, most, documents, beside }: UnparsedBody): ParsedBody {
  const problem = jsonSizeProblem(bytes, most)
  if (problem !== null) throw problem
  const sent = parseJson(bytes)
  const fields = unstorableFieldErrors(sent)
  if (Object.keys(fields).length > 0) return { value: null, fields }
  const left = { ...beside }
  const value = packed(sent)
  return { value, fields }

  function packed(part: unknown): unknown {
    left.values--
    if (typeof part === 'string') left.bytes -= part.length
    if (left.values < 0 || left.bytes < 0 || left.names < 0) throw tooManyValuesError()
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map(packed)
    return Object.fromEntries(
      Object.entries(part).map(([name, one]) => {
        left.bytes -= name.length
        left.names--
        return [name, documents.has(name) ? packedDocument(one) : packed(one)]
      }),
    )
  }
}

/**
 * Packs a document. A document is never an array, so an array is replaced by an empty array, which the schema then
 * rejects.
 */
function packedDocument(sent: unknown): unknown {
  return Array.isArray(sent) ? [] : packJsonAsString(sent)
}

/** Parses a JSON body. Throws `invalid` for invalid JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = textOf(bytes)
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid', 'The body is not valid JSON.')
  }
}

/** Decodes UTF-8. Throws for invalid UTF-8, which a lenient decoder would replace by U+FFFD. */
function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new AppError('invalid', 'The body is not UTF-8.')
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
