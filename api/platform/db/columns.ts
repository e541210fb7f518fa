import { p } from '@mikro-orm/postgresql'

/**
 * Columns of every user-created row. The commands set `created_by` and `updated_by`, because only they know
 * the actor.
 */
export const auditedColumns = {
  id: p.uuid().primary(),
  created_at: p.datetime().onCreate(() => new Date()),
  updated_at: p
    .datetime()
    .onCreate(() => new Date())
    .onUpdate(() => new Date()),
  created_by: p.uuid().strictNullable(),
  updated_by: p.uuid().strictNullable(),
}

/** Columns of rows that go to the trash. A deleted row leaves all lists immediately and is purged later. */
export const trashableColumns = {
  ...auditedColumns,
  deleted_at: p.datetime().strictNullable(),
}

/**
 * A column for a sum of estimates. The database type is `numeric`, because it is exact. The driver returns
 * `numeric` as text, and the property type converts the text to a number.
 */
export const estimateSumColumn = p.float().columnType('numeric').default(0)
