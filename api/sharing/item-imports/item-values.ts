import { createHash } from 'node:crypto'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import type { ItemValues } from './entity.ts'

/** Reads the current values of some fields of a work item, in the form in which the report stores them. */
export async function readItemValues(
  { em }: ProjectContext,
  id: string,
  names: readonly string[],
  withText: boolean,
): Promise<ItemValues> {
  const row: Record<string, unknown> = await query(em)
    .selectFrom('work_items')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const text = withText ? { description_html: String(row['description_html']) } : {}
  return { change: Object.fromEntries(names.map((name) => [name, row[name] ?? null])), ...text }
}

export function descriptionHash({ description_html: html }: ItemValues): string | null {
  return html === undefined ? null : createHash('sha256').update(html).digest('hex')
}
