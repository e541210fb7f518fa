import type { z } from 'zod'

/**
 * The only way out: of a row just what its public schema lists, with moments as ISO strings. A column that is not listed
 * cannot leak, whatever a query selected.
 */
export function present<S extends z.ZodObject>(schema: S, row: object): z.infer<S> {
  const source = row as Record<string, unknown>
  const result = { ...blankOf(schema) }
  for (const key in result) {
    const value = source[key]
    result[key] = value instanceof Date ? value.toISOString() : (value ?? null)
  }
  return result as z.infer<S>
}

const blanks = new WeakMap<z.ZodObject, Record<string, unknown>>()

/** Copied, it keeps the form that V8 reads and writes fast; of an object that begins empty and gets thirty fields it makes a dictionary. */
function blankOf(schema: z.ZodObject): Record<string, unknown> {
  const known = blanks.get(schema)
  if (known !== undefined) return known
  const empty = Object.fromEntries(Object.keys(schema.shape).map((key) => [key, null]))
  const made: Record<string, unknown> = JSON.parse(JSON.stringify(empty))
  blanks.set(schema, made)
  return made
}

/** Whoever asks for some fields knows which are there; to the type a row is whole, as it is for everybody else. */
export function asked<Row extends object>(row: Row, fields: ReadonlySet<string>): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields.has(name))) as Row
}
