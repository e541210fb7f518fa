import { z } from 'zod'

/** The subset of JSON Schema that our declarations use. */
export interface JsonSchema {
  type?: string
  format?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  maxLength?: number
  enum?: unknown[]
  const?: unknown
  pattern?: string
  anyOf?: JsonSchema[]
}

/** Returns the input of a call as a JSON Schema. Rules that exist only in code are not included. */
export function toInputJsonSchema(schema: z.ZodType): JsonSchema {
  const known = shapes.get(schema)
  if (known !== undefined) return known
  const shape = oneTypeEach(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) as JsonSchema
  shapes.set(schema, shape)
  return shape
}

/** Rewrites `type: ['string', 'null']` as a union, like all other unions in the schema. */
function oneTypeEach(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema), (_, part: unknown) => {
    const { type, ...rest } = Object(part) as { type?: unknown }
    return Array.isArray(type) ? { anyOf: type.map((one) => ({ ...rest, type: one })) } : part
  })
}

const shapes = new WeakMap<z.ZodType, JsonSchema>()

/** Strings that satisfy different rules. `exampleOf` uses the first string that the schema accepts. */
const texts = [
  'Nova',
  'nova',
  '#1a2b3c',
  'Europe/Berlin',
  'nova@example.net',
  '1:0:0',
  '',
  'NOVA',
  'nova.example.net',
  'https://nova.example.net/',
  // A public key and an auth secret of a Web Push subscription.
  `B${'a'.repeat(86)}`,
  'a'.repeat(22),
  // The token of a public board.
  'a'.repeat(32),
]

/** Returns the known value of a field with this name, or undefined if the type determines the value. */
export type KnownValueLookup = (field: string) => string | undefined

/**
 * Returns a value that `schema` accepts: its required fields and, at any depth, the optional fields named in
 * `also`.
 */
export function createExampleInput(
  schema: z.ZodObject,
  known: KnownValueLookup,
  also: string[] = [],
): Record<string, unknown> {
  const shape = toInputJsonSchema(schema)
  const tried = new Map<string, number>()
  for (let attempt = 0; attempt < 100; attempt++) {
    const value = fill(shape, '', [], { known, tried, also })
    const parsed = schema.safeParse(value)
    if (parsed.success) return value as Record<string, unknown>
    for (const issue of parsed.error.issues) {
      const path = issue.path.join('.')
      tried.set(path, (tried.get(path) ?? 0) + 1)
    }
  }
  throw new Error(`tests/support/examples.ts finds no value for ${JSON.stringify(shape)}: add to its texts`)
}

interface Filling {
  known: KnownValueLookup
  tried: Map<string, number>
  also: string[]
}

function fill(shape: JsonSchema, field: string, path: (string | number)[], filling: Filling): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum !== undefined) return shape.enum[0]
  if (shape.anyOf !== undefined) {
    const [first] = shape.anyOf.filter((one) => one.type !== 'null')
    return first === undefined ? null : fill(first, field, path, filling)
  }
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        namesIn(shape, filling.also).map((name) => [
          name,
          fill(shape.properties?.[name] ?? {}, name, [...path, name], filling),
        ]),
      )
    case 'array':
      return shape.items === undefined ? [] : [fill(shape.items, field, [...path, 0], filling)]
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(shape.minimum ?? 1, 1)
    case 'string':
      return text(shape, field, path, filling)
    default:
      throw new Error(`tests/support/examples.ts does not know the type ${shape.type} of ${path.join('.')}`)
  }
}

function namesIn({ required = [], properties = {} }: JsonSchema, also: string[]): string[] {
  return [...new Set([...required, ...also.filter((name) => Object.hasOwn(properties, name))])]
}

function text(
  { format }: JsonSchema,
  field: string,
  path: (string | number)[],
  { known, tried }: Filling,
): string {
  const value = known(field)
  if (value !== undefined) return value
  if (format === 'uuid')
    throw new Error(`no file in tests/support/world/parts knows which row ${field} is the id of`)
  if (format === 'date') return '2026-03-01'
  if (format === 'date-time') return '2026-03-01T12:00:00Z'
  if (format === 'base64') return ''
  return texts[(tried.get(path.join('.')) ?? 0) % texts.length] ?? ''
}
