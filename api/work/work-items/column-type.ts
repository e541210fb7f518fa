import { type Holds, type PropertyName, properties } from '#common/work/listing/properties.ts'

/** A column's type follows from what its property holds. */
const columnTypes = {
  id: 'uuid',
  ids: 'uuid[]',
  word: 'text',
  text: 'text',
  day: 'date',
  moment: 'timestamptz',
  count: 'int4',
  number: 'int4',
  position: 'float8',
} as const satisfies Record<Holds, string>

type Field = (typeof properties)[PropertyName]['field']

const holdsByField = new Map<Field, Holds>(
  Object.values(properties).map(({ field, holds }) => [field, holds]),
)

/** The SQL type of a property's column. */
export function columnType(field: Field): (typeof columnTypes)[Holds] {
  return columnTypes[holdsByField.get(field) ?? 'text']
}
