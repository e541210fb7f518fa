import { z } from 'zod'

/**
 * Builds the public form of a row: exactly the fields of its schema, with timestamps as ISO strings. Columns
 * that the schema does not list cannot leak, and neither can fields of nested objects and lists of objects.
 */
export function presentRow<S extends z.ZodObject>(schema: S, row: object): z.infer<S> {
  const source = row as Record<string, unknown>
  const { blank, nested } = layoutOf(schema)
  const result = { ...blank }
  for (const key in result) {
    const value = source[key]
    result[key] = value instanceof Date ? value.toISOString() : (value ?? null)
  }
  for (const [key, { object, isList }] of nested) result[key] = presentNested(object, isList, result[key])
  return result as z.infer<S>
}

interface RowLayout {
  /**
   * An object with all fields of the schema, which `presentRow` copies. A copy has V8's fast object layout. An
   * object that starts empty and gets thirty fields becomes a slow dictionary.
   */
  blank: Record<string, unknown>
  /** The fields whose values are objects, or lists of objects. */
  nested: [key: string, field: NestedField][]
}

interface NestedField {
  object: z.ZodObject
  isList: boolean
}

const layouts = new WeakMap<z.ZodObject, RowLayout>()

function layoutOf(schema: z.ZodObject): RowLayout {
  const known = layouts.get(schema)
  if (known !== undefined) return known
  const empty = Object.fromEntries(Object.keys(schema.shape).map((key) => [key, null]))
  const nested = Object.entries(schema.shape).flatMap(([key, field]): RowLayout['nested'] => {
    const found = nestedField(field as z.ZodType)
    return found === null ? [] : [[key, found]]
  })
  const layout = { blank: JSON.parse(JSON.stringify(empty)), nested }
  layouts.set(schema, layout)
  return layout
}

/**
 * Returns the schema of the objects in a field. Returns null for fields without an object schema, and for objects
 * that may contain any field.
 */
function nestedField(field: z.ZodType): NestedField | null {
  const type = unwrapped(field)
  if (type instanceof z.ZodArray) {
    const element = unwrapped(type.element as z.ZodType)
    return isClosedObject(element) ? { object: element, isList: true } : null
  }
  return isClosedObject(type) ? { object: type, isList: false } : null
}

function unwrapped(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable || type instanceof z.ZodDefault)
    return unwrapped(type.unwrap() as z.ZodType)
  return type
}

function isClosedObject(type: z.ZodType): type is z.ZodObject {
  return type instanceof z.ZodObject && type.def.catchall === undefined
}

function presentNested(object: z.ZodObject, isList: boolean, value: unknown): unknown {
  if (isList) return Array.isArray(value) ? value.map((one) => presentNested(object, false, one)) : value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const source = value as Record<string, unknown>
  const { blank, nested } = layoutOf(object)
  // Do not add missing fields, because an optional field of a nested object may be missing but not null.
  const result: Record<string, unknown> = {}
  for (const key in blank) {
    const one = source[key]
    if (one !== undefined) result[key] = one instanceof Date ? one.toISOString() : one
  }
  for (const [key, field] of nested) {
    if (key in result) result[key] = presentNested(field.object, field.isList, result[key])
  }
  return result
}

/**
 * Returns only the requested fields of a row. The type remains that of the full row, because callers know
 * which fields they requested.
 */
export function pickRowFields<Row extends object>(row: Row, fields: ReadonlySet<string>): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields.has(name))) as Row
}
