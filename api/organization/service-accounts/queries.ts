import { sql } from 'kysely'
import { type ServiceAccount, serviceAccount } from '#common/organization/service-accounts/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import { ServiceAccountEntity, type ServiceAccountRow } from '../../identity/users/service-accounts.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'

export async function listServiceAccounts(ctx: WorkspaceContext): Promise<ServiceAccount[]> {
  const rows = await serviceAccounts(ctx).orderBy('u.display_name').orderBy('s.id').execute()
  return rows.map((row) => presentRow(serviceAccount, row))
}

export async function getServiceAccount(ctx: WorkspaceContext, id: string): Promise<ServiceAccount> {
  const row = await serviceAccounts(ctx).where('s.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('Service account not found')
  return presentRow(serviceAccount, row)
}

/** Loads a service account of the workspace. Throws `not_found` for accounts of other workspaces. */
export async function loadServiceAccount(
  { em, workspace }: WorkspaceContext,
  id: string,
): Promise<ServiceAccountRow> {
  const row = await em.findOne(ServiceAccountEntity, { id, workspace_id: workspace.id })
  if (row === null) throw notFound('Service account not found')
  return row
}

const projects = sql<{ project_id: string; role: number }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('project_id', p.id, 'role', pm.original_role) order by p.name, p.id), '[]')
  from project_members pm join projects p on p.id = pm.project_id and p.deleted_at is null
  where pm.workspace_id = s.workspace_id and pm.member_id = s.id and pm.is_active
)`.as('projects')

const credentialCount = sql<number>`(
  select count(*)::int from api_tokens t
  where t.user_id = s.id and t.is_active and (t.expired_at is null or t.expired_at > now())
)`.as('credential_count')

const lastUsed = sql<Date | null>`(select max(t.last_used) from api_tokens t where t.user_id = s.id)`.as(
  'last_used',
)

function serviceAccounts({ em, workspace }: WorkspaceContext) {
  return query(em)
    .selectFrom('service_accounts as s')
    .innerJoin('users as u', 'u.id', 's.id')
    .innerJoin('workspace_members as m', (join) =>
      join.onRef('m.member_id', '=', 's.id').onRef('m.workspace_id', '=', 's.workspace_id'),
    )
    .selectAll('s')
    .select(['u.display_name', 'u.avatar_url', 'u.is_active', 'm.role', projects, credentialCount, lastUsed])
    .where('s.workspace_id', '=', workspace.id)
}
