import { maxImportColumns } from '#common/sharing/item-imports/rules.ts'

/**
 * Turns a JSON list of objects into a table with one column per field, such as the JSON export of Plane. Returns null
 * for any other JSON.
 */
export function tableOfObjects(json: unknown): string[][] | null {
  if (!Array.isArray(json)) return null
  const rows = json.filter((value): value is object => typeof value === 'object' && value !== null)
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, maxImportColumns)
  if (headings.length === 0) return null
  return [headings, ...rows.map((row) => headings.map((name) => cellOf(Reflect.get(row, name))))]
}

function cellOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(cellOf).filter(Boolean).join('\n')
  return typeof value === 'object' && value !== null ? nameOf(value) : ''
}

/** Returns the first field of an object that names it. */
function nameOf(value: object): string {
  for (const field of ['email', 'url', 'display_name', 'name', 'title']) {
    const name: unknown = Object.hasOwn(value, field) ? Reflect.get(value, field) : null
    if (typeof name === 'string' && name !== '') return name
  }
  return ''
}
