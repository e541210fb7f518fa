import { z } from 'zod'

/**
 * Schemas for the values of JSON files. A value with an unexpected type is treated as missing, so that the rest of
 * the file can still be imported.
 */
export const text = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null)
export const flag = z.boolean().nullish().catch(null)

export function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(z.unknown())
    .nullish()
    .catch(null)
    .transform((values) =>
      (values ?? []).flatMap((value) => {
        const read = item.safeParse(value)
        return read.success ? [read.data] : []
      }),
    )
}

export function objectOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape)
}

/** Returns the first text that is not empty, or null. */
export function firstText(...values: readonly (string | null | undefined)[]): string | null {
  return values.find((value) => value !== null && value !== undefined && value !== '') ?? null
}
