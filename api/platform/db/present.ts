import type { z } from 'zod'

/**
 * Builds the public form of a row: exactly the fields of its schema, with timestamps as ISO strings. Columns
 * that the schema does not list cannot leak.
 */
export function presentRow<S extends z.ZodObject>(schema: S, row: object): z.infer<S> {
  const source = row as Record<string, unknown>
  const result = { ...blankOf(schema) }
  for (const key in result) {
    const value = source[key]
    result[key] = value instanceof Date ? value.toISOString() : (value ?? null)
  }
  return result as z.infer<S>
}

const blanks = new WeakMap<z.ZodObject, Record<string, unknown>>()

/**
 * Returns an object with all fields of the schema, which `presentRow` copies. A copy has V8's fast object
 * layout. An object that starts empty and gets thirty fields becomes a slow dictionary.
 */
function blankOf(schema: z.ZodObject): Record<string, unknown> {
  const known = blanks.get(schema)
  if (known !== undefined) return known
  const empty = Object.fromEntries(Object.keys(schema.shape).map((key) => [key, null]))
  const blank: Record<string, unknown> = JSON.parse(JSON.stringify(empty))
  blanks.set(schema, blank)
  return blank
}

/**
 * Returns only the requested fields of a row. The type remains that of the full row, because callers know
 * which fields they requested.
 */
export function pickRowFields<Row extends object>(row: Row, fields: ReadonlySet<string>): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields.has(name))) as Row
}
