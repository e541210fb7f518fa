import { type RawBuilder, sql } from 'kysely'
import type {
  ComputedFlag,
  DateField,
  ListingCondition,
  TextField,
  ValueField,
} from '#common/work/listing/condition.ts'
import { postgresColumnType } from '../work-items/column-type.ts'

/**
 * Translates a condition to SQL; `matchesCondition` in `common/work/listing/condition.ts` evaluates it in the
 * browser. Columns come from a fixed list and values are parameters, so user input never becomes SQL.
 */
export function conditionToSql(condition: ListingCondition): RawBuilder<boolean> {
  switch (condition.kind) {
    case 'all':
      return joinConditions(withoutDuplicates(condition), sql` and `, sql<boolean>`true`)
    case 'any':
      return joinConditions(condition.of, sql` or `, sql<boolean>`false`)
    case 'not':
      // Use `is not true` instead of `not`, because SQL comparisons with null return null, which must count
      // as false.
      return sql`(${conditionToSql(condition.of)}) is not true`
    case 'in':
      return isIn(condition.field, condition.values)
    case 'empty':
      return isArray(condition.field)
        ? sql`${column(condition.field)} = '{}'`
        : sql`${column(condition.field)} is null`
    case 'range':
      return range(condition.field, condition.from, condition.before)
    case 'contains':
      // Convert letters of all scripts to lower case, so that the search finds the same items as `matchesCondition`
      // in the browser.
      return sql`position(lower(${condition.text} collate "pg_unicode_fast") in lower(${column(condition.field)} collate "pg_unicode_fast")) > 0`
    case 'starts':
      return sql`starts_with(work_items.sequence_id::text, ${condition.digits})`
    case 'is': {
      const is = flags[condition.field]
      return condition.value ? sql`(${is})` : sql`not (${is})`
    }
  }
}

const flags: Record<ComputedFlag, RawBuilder<boolean>> = {
  is_draft: sql`work_items.is_draft`,
  is_archived: sql`work_items.archived_at is not null`,
  is_epic: sql`work_items.is_epic`,
  is_part: sql`work_items.parent_id is not null and work_items.parent_id is distinct from work_items.epic_id`,
}

type Field = ValueField | DateField | TextField

function isArray(field: Field): boolean {
  return postgresColumnType(field) === 'uuid[]'
}

function column(field: Field) {
  return sql.ref(`work_items.${field}`)
}

function isIn(field: ValueField, values: readonly string[]): RawBuilder<boolean> {
  const [only] = values
  if (only === undefined) return sql`false`
  if (isArray(field)) return sql`${column(field)} && ${values}::uuid[]`
  const type = sql.raw(postgresColumnType(field))
  if (values.length === 1) return sql`${column(field)} = ${only}::${type}`
  return sql`${column(field)} = any(${values}::${type}[])`
}

function range(field: DateField, from: string | null, before: string | null): RawBuilder<boolean> {
  const type = sql.raw(postgresColumnType(field))
  const bounds = [
    ...(from === null ? [] : [sql<boolean>`${column(field)} >= ${from}::${type}`]),
    ...(before === null ? [] : [sql<boolean>`${column(field)} < ${before}::${type}`]),
  ]
  return bounds.length === 0 ? sql`${column(field)} is not null` : sql`(${sql.join(bounds, sql` and `)})`
}

/**
 * Removes duplicate conditions. The context of the list and the access rules both contain a condition on the
 * projects, and with both conditions PostgreSQL would estimate too few rows.
 */
function withoutDuplicates(condition: ListingCondition): ListingCondition[] {
  return [...new Map(flatten(condition).map((part) => [JSON.stringify(part), part])).values()]
}

function flatten(condition: ListingCondition): ListingCondition[] {
  return condition.kind === 'all' ? condition.of.flatMap(flatten) : [condition]
}

function joinConditions(
  conditions: readonly ListingCondition[],
  by: RawBuilder<unknown>,
  none: RawBuilder<boolean>,
): RawBuilder<boolean> {
  return conditions.length === 0 ? none : sql`(${sql.join(conditions.map(conditionToSql), by)})`
}
