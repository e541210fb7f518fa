/** Names with control characters are rejected, so no client can send this one. */
const name = '\u0000json'

/** Packs the JSON of a document into one string, because copying a large object between threads is slow. */
export function packJson(json: unknown): unknown {
  return typeof json === 'object' && json !== null && Object.keys(json).length > 0
    ? { [name]: JSON.stringify(json) }
    : json
}

/** Unpacks an object that `packJson` has packed; returns other values unchanged. */
export function unpackJson(json: unknown): unknown {
  const text = typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined
  return typeof text === 'string' ? JSON.parse(text) : json
}
