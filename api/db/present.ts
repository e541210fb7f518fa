import type { z } from 'zod'

/**
 * The only way out: of a row just what its public schema lists, with moments as ISO strings. A column that is not listed
 * cannot leak, whatever a query selected.
 */
export function present<S extends z.ZodObject>(schema: S, row: object): z.infer<S> {
  const source = row as Record<string, unknown>
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(schema.shape)) {
    const value = source[key]
    result[key] = value instanceof Date ? value.toISOString() : (value ?? null)
  }
  return result as z.infer<S>
}
