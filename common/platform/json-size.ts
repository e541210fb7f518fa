import { AppError } from './errors.ts'

export interface JsonSize {
  bytes: number
  /** Objects, lists and what is in them. */
  values: number
  /** Names of fields: each one is compared with the declaration. */
  names: number
}

/** Nested deeper than this, a body is refused without being read. Less is refused later, by the name of the field. */
const deepest = 4_000
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
/** The change of depth for each byte: 1 for an opening bracket, -1 for a closing one. */
const deeper = new Int8Array(256)
for (const sign of '[{') deeper[sign.charCodeAt(0)] = 1
for (const sign of ']}') deeper[sign.charCodeAt(0)] = -1

/** Says why JSON is not parsed; null when it holds no more than `most`. Parsing and checking more would hold up everybody. */
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
    if (Math.min(values, names) < 0) return tooManyValues()
  }
  return null
}

/** Answers the position of the quote that ends the JSON string which begins at `start`. */
function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}

export function tooManyValues(): AppError {
  return new AppError('too_large', 'The body holds too many values for this call.')
}
