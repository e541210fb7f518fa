import { AppError } from './errors.ts'

export interface JsonSize {
  bytes: number
  /** Number of objects, lists and their elements in the JSON. */
  values: number
  /**
   * Number of field names in the JSON. Each name costs time, because it is compared with the fields that the call
   * declares.
   */
  names: number
}

/**
 * Maximum nesting depth of a body that is parsed. A body within this limit can still be nested too deeply for its
 * fields; it is then rejected after parsing, with an error that names the field.
 */
const deepest = 4_000
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
/** Change of the nesting depth for each byte: 1 for an opening bracket, -1 for a closing bracket. */
const deeper = new Int8Array(256)
for (const sign of '[{') deeper[sign.charCodeAt(0)] = 1
for (const sign of ']}') deeper[sign.charCodeAt(0)] = -1

/**
 * Returns the reason why JSON must not be parsed, or null if it is within the limits `most`. Parsing larger
 * JSON would block the event loop.
 */
export function jsonSizeProblem(json: Uint8Array, most: JsonSize): AppError | null {
  if (json.byteLength > most.bytes) return new AppError('too_large', 'REQUEST_BODY_TOO_LARGE')
  let { values, names } = most
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0
    if (byte === quote) at = endOfText(json, at)
    const step = deeper[byte] ?? 0
    if (step === 1 || byte === comma) values--
    else if (byte === colon) names--
    depth += step
    if (depth > deepest) return new AppError('invalid', 'The body is nested too deeply.')
    if (Math.min(values, names) < 0) return tooManyValuesError()
  }
  return null
}

/** Returns the index of the closing quote of the JSON string that begins at `start`. */
function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}

export function tooManyValuesError(): AppError {
  return new AppError('too_large', 'The body contains too many values for this call.')
}
