import { type EntityManager, p } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { AppError, forbidden } from '#common/platform/errors.ts'
import { hasRoleAtLeast, type Role, role } from '#common/platform/roles.ts'
import { query } from './orm.ts'

const column = p.text().strictNullable()

export const externalIdColumns = { external_source: column, external_id: column }

/** Tables with unique external ids, each with the column that is set if a row is deleted. */
const deletionColumns = {
  states: 'deleted_at',
  labels: 'deleted_at',
  cycles: 'deleted_at',
  modules: 'deleted_at',
  work_items: 'deleted_at',
  work_item_comments: 'removed_at',
} as const

export interface NewExternalId {
  external_source?: string | null | undefined
  external_id?: string | null | undefined
}

interface ExternalIdCheck {
  table: keyof typeof deletionColumns
  /** The row that changes, or null for a new row. */
  row: (NewExternalId & { id: string }) | null
  change: NewExternalId
}

/**
 * Throws `conflict` if another row of the project has the external id that the row will have after the change. The error
 * contains the id of this other row. Requests with the same external id run one after the other. Throws `forbidden` for
 * guests, because the error would tell them about rows that they cannot see.
 *
 * The database has no unique index for external ids, because a restored or moved row keeps its external id even if
 * another row has the same one.
 */
export async function assertExternalIdAvailable(
  { em, project }: { em: EntityManager; project: { id: string; role: Role } },
  { table, row, change }: ExternalIdCheck,
): Promise<void> {
  if (change.external_source === undefined && change.external_id === undefined) return
  const { external_source, external_id } = { ...row, ...definedFields(change) }
  if (!external_source || !external_id) return
  if (!hasRoleAtLeast(project.role, role.member)) throw forbidden()
  const lock = JSON.stringify(['external id', table, project.id, external_source, external_id])
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(query(em))
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where project_id = ${project.id} and external_id = ${external_id} and external_source = ${external_source}
      and ${sql.ref(deletionColumns[table])} is null and id is distinct from ${row?.id ?? null}::uuid
    limit 1`.execute(query(em))
  const [other] = rows
  if (other !== undefined)
    throw new AppError('conflict', 'This external id already exists.', { id: other.id })
}

function definedFields(change: NewExternalId): NewExternalId {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
