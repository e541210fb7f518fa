import { p } from '@mikro-orm/postgresql'

/** Columns of every row that people make; `created_by` and `updated_by` are set by the commands, which know who acts. */
export const audited = {
  id: p.uuid().primary(),
  created_at: p.datetime().onCreate(() => new Date()),
  updated_at: p
    .datetime()
    .onCreate(() => new Date())
    .onUpdate(() => new Date()),
  created_by: p.uuid().strictNullable(),
  updated_by: p.uuid().strictNullable(),
}

/** Rows that go to the trash first: they leave every list at once and are purged later. */
export const trashable = {
  ...audited,
  deleted_at: p.datetime().strictNullable(),
}

/** A sum of what items are estimated at. PostgreSQL tells it as text, since it is exact. */
export const points = p.float().columnType('numeric').default(0)
