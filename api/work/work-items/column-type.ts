import { itemProperties, type PropertyName, type PropertyValueKind } from '#common/work/listing/properties.ts'

/** SQL type of the column, by the kind of values of the property. */
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
} as const satisfies Record<PropertyValueKind, string>

type Field = (typeof itemProperties)[PropertyName]['field']

const kindByField = new Map<Field, PropertyValueKind>(
  Object.values(itemProperties).map(({ field, valueKind }) => [field, valueKind]),
)

/** Returns the SQL type of the column of a property. */
export function postgresColumnType(field: Field): (typeof columnTypes)[PropertyValueKind] {
  return columnTypes[kindByField.get(field) ?? 'text']
}
