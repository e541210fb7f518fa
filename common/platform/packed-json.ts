/**
 * Name of the only field of a packed object, which contains the JSON as a string. No client can send this name,
 * because names with control characters are rejected.
 */
const name = '\u0000json'

/** Packs the JSON of a document into one string, because copying a large object between threads is slow. */
export function packJsonAsString(json: unknown): unknown {
  return typeof json === 'object' && json !== null && Object.keys(json).length > 0
    ? { [name]: JSON.stringify(json) }
    : json
}

/** Unpacks an object that `packJsonAsString` has packed. Returns other values unchanged. */
export function unpackJson(json: unknown): unknown {
  const text = typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined
  return typeof text === 'string' ? JSON.parse(text) : json
}
