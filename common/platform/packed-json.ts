/** No client can send this name: names with control characters are refused. */
const name = '\u0000json'

/** JSON of a document as one text, in place of the object: an object of many parts costs much to hand from thread to thread. */
export function packJson(json: unknown): unknown {
  return typeof json === 'object' && json !== null && Object.keys(json).length > 0
    ? { [name]: JSON.stringify(json) }
    : json
}

/** Answers the object that was packed; any other value stays as it is. */
export function unpackJson(json: unknown): unknown {
  const text = typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined
  return typeof text === 'string' ? JSON.parse(text) : json
}
