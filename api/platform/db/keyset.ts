import { type RawBuilder, sql } from 'kysely'
import { invalid } from '#common/platform/errors.ts'
import { isId } from '#common/platform/ids.ts'

/**
 * One column of the sort order of a list. The last column must be unique, so that two rows are never equal.
 * Null values come last in both directions.
 */
export interface OrderColumn {
  value: RawBuilder<unknown>
  type: KeyType
  descending?: boolean
  canBeNull?: boolean
  /** Converts a value whose meaning can change later, such as a rank, to a value that a cursor can store. */
  converter?: { write: (text: string) => string; read: (text: string) => string }
}

/** The values of one row in the columns of the sort order, as text. */
export type KeysetKey = (string | null)[]

interface TextForm {
  write: (value: RawBuilder<unknown>) => RawBuilder<string>
  read: (text: string) => RawBuilder<unknown>
  isValid: (text: string) => boolean
}

/**
 * Conversions of column types to text and back. No conversion loses precision. For example, timestamps are
 * converted in SQL, because the dates of the driver have only milliseconds.
 */
const textForms = {
  timestamptz: {
    write: (value) => sql`(extract(epoch from ${value}) * 1000000)::bigint::text`,
    read: (text) => sql`timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond'`,
    isValid: (text) => /^-?\d{1,16}$/.test(text),
  },
  date: {
    write: (value) => sql`(${value} - date '1970-01-01')::text`,
    read: (text) => sql`date '1970-01-01' + ${text}::int`,
    isValid: (text) => /^-?\d{1,7}$/.test(text),
  },
  int4: {
    write: (value) => sql`(${value})::text`,
    read: (text) => sql`${text}::bigint`,
    isValid: (text) => /^-?\d{1,15}$/.test(text),
  },
  float8: {
    write: (value) => sql`(${value})::float8::text`,
    read: (text) => sql`${String(Number(text))}::float8`,
    isValid: (text) => /^-?\d/.test(text) && Number.isFinite(Number(text)),
  },
  text: {
    write: (value) => sql`(${value})::text`,
    read: (text) => sql`${text}::text`,
    // PostgreSQL cannot store the character NUL.
    isValid: (text) => !text.includes('\0'),
  },
  uuid: {
    write: (value) => sql`(${value})::text`,
    read: (text) => sql`${text}::uuid`,
    isValid: isId,
  },
} as const satisfies Record<string, TextForm>

type KeyType = keyof typeof textForms

export function isKeysetColumnType(type: string): type is KeyType {
  return Object.hasOwn(textForms, type)
}

/** Returns the `order by` of the list, reversed if `isBack`. */
export function orderBySql(columns: readonly OrderColumn[], isBack = false): RawBuilder<unknown> {
  return sql.join(
    columns.map(({ value, descending = false, canBeNull = false }) => {
      const direction = descending === isBack ? sql`asc` : sql`desc`
      const nulls = canBeNull ? (isBack ? sql` nulls first` : sql` nulls last`) : sql``
      return sql`${value} ${direction}${nulls}`
    }),
    sql`, `,
  )
}

/** Selects the key of each row, which consists of its values in the sort columns. */
export function keysetKeySql(columns: readonly OrderColumn[]): RawBuilder<KeysetKey> {
  return sql`json_build_array(${sql.join(columns.map(({ value, type }) => textForms[type].write(value)))})`
}

/** Returns a condition for the rows after the row with this key, or before it if `isBack`. */
export function isBeyondKeysetKeySql(
  columns: readonly OrderColumn[],
  key: KeysetKey,
  isBack: boolean,
): RawBuilder<boolean> {
  const [first] = columns
  const isUniform = columns.every(
    ({ descending = false, canBeNull }) => !canBeNull && descending === (first?.descending ?? false),
  )
  // Compare whole rows, because PostgreSQL uses an index range only for a row comparison.
  if (first !== undefined && isUniform) {
    const values = columns.map(({ value }) => value)
    const bounds = columns.map((column, at) => read(column, key[at] ?? ''))
    return sql`(${sql.join(values)}) ${comparison(first, isBack)} (${sql.join(bounds)})`
  }
  return isBeyondFrom(columns, key, isBack)
}

function isBeyondFrom(columns: readonly OrderColumn[], key: KeysetKey, isBack: boolean): RawBuilder<boolean> {
  const [column, ...others] = columns
  if (column === undefined) return sql`false`
  const [bound = null, ...bounds] = key
  const { value } = column
  const isSame = bound === null ? sql`${value} is null` : sql`${value} = ${read(column, bound)}`
  return sql`(${isFurther(column, bound, isBack)} or ${isSame} and ${isBeyondFrom(others, bounds, isBack)})`
}

function isFurther(column: OrderColumn, bound: string | null, isBack: boolean): RawBuilder<boolean> {
  const { value, canBeNull = false } = column
  if (bound === null) return isBack ? sql`${value} is not null` : sql`false`
  const further = sql<boolean>`${value} ${comparison(column, isBack)} ${read(column, bound)}`
  return canBeNull && !isBack ? sql`(${further} or ${value} is null)` : further
}

function comparison({ descending = false }: OrderColumn, isBack: boolean): RawBuilder<unknown> {
  return descending === isBack ? sql`>` : sql`<`
}

function read({ type }: OrderColumn, text: string): RawBuilder<unknown> {
  return textForms[type].read(text)
}

/** Returns the part of a cursor that identifies a row. */
export function encodeKeysetKey(columns: readonly OrderColumn[], key: KeysetKey): string {
  const values = columns.map(({ converter }, at) => {
    const text = key[at] ?? null
    return text === null || converter === undefined ? text : converter.write(text)
  })
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/**
 * Reads the part of a cursor that identifies a row. Throws `invalid` if it does not belong to a list with
 * these columns.
 */
export function decodeKeysetKey(columns: readonly OrderColumn[], text: string): KeysetKey {
  const values = parsed(text)
  if (!Array.isArray(values) || values.length !== columns.length) throw unreadable()
  return columns.map((column, at) => {
    const value: unknown = values[at]
    if (value === null && column.canBeNull) return null
    if (typeof value !== 'string') throw unreadable()
    const key = column.converter === undefined ? value : column.converter.read(value)
    if (!textForms[column.type].isValid(key)) throw unreadable()
    return key
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    throw unreadable()
  }
}

function unreadable() {
  return invalid('cursor', 'Invalid cursor parameter.')
}
