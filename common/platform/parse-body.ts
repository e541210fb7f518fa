import { AppError, type FieldErrors } from './errors.ts'
import { type JsonSize, jsonSizeProblem, tooManyValues } from './json-size.ts'
import { packJson } from './packed-json.ts'
import { unstorable } from './storable.ts'

/** The body of a request with documents in it. It goes to a thread, so it is plain data. */
export interface BodyToParse {
  bytes: Uint8Array
  most: JsonSize
  /** Names of the fields that hold documents. */
  documents: ReadonlySet<string>
  /** The limits of all other fields, which are checked on the main thread. */
  beside: JsonSize
}

export interface ParsedBody {
  value: unknown
  /** Problems with values that no field can take. */
  fields: FieldErrors
}

/** Parses the body and checks what it holds. JSON of documents stays text. */
export function parseBody({ bytes, most, documents, beside }: BodyToParse): ParsedBody {
  const problem = jsonSizeProblem(bytes, most)
  if (problem !== null) throw problem
  const sent = parseJson(bytes)
  const fields = unstorable(sent)
  if (Object.keys(fields).length > 0) return { value: null, fields }
  const left = { ...beside }
  const value = packed(sent)
  return { value, fields }

  function packed(part: unknown): unknown {
    left.values--
    if (typeof part === 'string') left.bytes -= part.length
    if (left.values < 0 || left.bytes < 0 || left.names < 0) throw tooManyValues()
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

/** A list is no document in any of its forms, and would not become text. */
function packedDocument(sent: unknown): unknown {
  return Array.isArray(sent) ? [] : packJson(sent)
}

/** The value that a body holds. Throws `invalid` for what is no JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = textOf(bytes)
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid', 'The body is not valid JSON.')
  }
}

/** JSON is UTF-8. Read leniently, what is not would be kept with U+FFFD in place of what was meant. */
function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new AppError('invalid', 'The body is not UTF-8.')
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
