import { sql } from 'kysely'
import type { instanceCalls } from '#common/operation/instance/calls.ts'
import { instanceWorkspace } from '#common/operation/instance/schema.ts'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import { workspaceMemberCountSql } from '../../organization/workspaces/queries.ts'
import type { UserContext } from '../../platform/context/context.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { likePatternContaining } from '../../platform/db/like.ts'
import { query } from '../../platform/db/orm.ts'
import { buildPageResponse, readPaginatedRows } from '../../platform/db/page.ts'
import { presentRow } from '../../platform/db/present.ts'

type Calls = typeof instanceCalls

/** Lists the workspaces of this Tandem instance. The search covers the name, the slug and the owner. */
export async function listInstanceWorkspaces(
  { em }: UserContext,
  sent: QueryOf<Calls['listInstanceWorkspaces']>,
): Promise<ResponseOf<Calls['listInstanceWorkspaces']>> {
  let found = query(em)
    .selectFrom('workspaces as w')
    .leftJoin('users as u', 'u.id', 'w.owner')
    .where('w.deleted_at', 'is', null)
  if (sent.search) {
    const wanted = likePatternContaining(sent.search)
    found = found.where((row) =>
      row.or([
        row('w.name', 'ilike', wanted),
        row('w.slug', 'ilike', wanted),
        row('u.email', 'ilike', wanted),
        row('u.display_name', 'ilike', wanted),
      ]),
    )
  }
  const { count } = await found
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const selected = found
    .select(['w.id', 'w.name', 'w.slug', 'w.logo_url', 'w.created_at'])
    .select(['u.id as owner_id', 'u.display_name', 'u.first_name', 'u.last_name', 'u.avatar_url'])
    .select([
      'u.is_bot',
      'u.is_service_account',
      'u.email',
      workspaceMemberCountSql,
      totalProjects,
      storageUsed,
    ])
  const page = await readPaginatedRows(selected, newestFirst, sent)
  const results = page.rows.map((row) =>
    presentRow(instanceWorkspace, {
      ...row,
      storage: Number(row.storage),
      owner:
        row.owner_id === null
          ? null
          : presentRow(instanceWorkspace.shape.owner.unwrap(), { ...row, id: row.owner_id }),
    }),
  )
  return buildPageResponse(page, Number(count), results)
}

const newestFirst: OrderColumn[] = [
  { value: sql`w.created_at`, type: 'timestamptz', descending: true },
  { value: sql`w.id`, type: 'uuid' },
]

const totalProjects = sql<number>`(
  select count(*)::int from projects p where p.workspace_id = w.id and p.deleted_at is null
)`.as('total_projects')

/**
 * SQL for the bytes that files of the workspace use. Files in the trash still count until the cleanup deletes
 * them.
 */
const storageUsed = sql<string>`(
  select coalesce(sum((f.attributes->>'size')::bigint), 0) from file_assets f
  where f.workspace_id = w.id and f.uploaded_at is not null
)`.as('storage')
