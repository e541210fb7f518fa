import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { role } from '#common/platform/roles.ts'
import { selectUsersWithAccessToProjects, selectWorkspaceMemberIds } from '../../access/people.ts'
import { query } from '../../platform/db/orm.ts'
import { WebhookEntity, type WebhookRow } from './entity.ts'

/**
 * Switches off webhooks of the workspace whose owner is no longer an admin, is deactivated or lacks required
 * two-factor authentication, because they send what an admin sees. With `projectIds`, switches off the chat targets of
 * these projects instead. Earlier events that are not delivered yet are not sent either. Webhooks of a deleted
 * workspace and chat targets of a deleted project pause without being switched off, since both may be restored.
 */
export async function disableWebhooksWithoutAdmin(
  em: EntityManager,
  workspaceId: string,
  projectIds: readonly string[] | null,
): Promise<void> {
  if (await isWorkspaceDeleted(em, workspaceId)) return
  const active = await query(em)
    .selectFrom('webhooks as w')
    .leftJoin('projects as p', 'p.id', 'w.project_id')
    .select(['w.id', 'w.project_id', 'w.created_by'])
    .where('w.workspace_id', '=', workspaceId)
    .where('w.is_active', '=', true)
    .where('p.deleted_at', 'is', null)
    .where(
      projectIds === null
        ? sql<boolean>`w.project_id is null`
        : sql<boolean>`w.project_id = any(${projectIds}::uuid[])`,
    )
    .execute()
  if (active.length === 0) return
  const admins = await loadAdmins(
    em,
    { workspaceId, projectIds },
    active.flatMap(({ created_by }) => created_by ?? []),
  )
  const left = active.filter((one) => !admins.has(adminKey(one)))
  if (left.length === 0) return
  const webhooks = await em.find(
    WebhookEntity,
    { id: { $in: left.map(({ id }) => id) }, is_active: true },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
  const owners = new Map(left.map(({ id, created_by }) => [id, created_by]))
  // Another admin may have become the owner in the meantime.
  for (const webhook of webhooks.filter(({ id, created_by }) => owners.get(id) === created_by))
    em.assign(webhook, { is_active: false, off_reason: 'maker_left' })
  await em.flush()
}

/** Returns true if the webhook has an owner who is still an active admin. */
export async function hasResponsibleAdmin(
  em: EntityManager,
  { workspace_id, project_id, created_by }: Pick<WebhookRow, 'workspace_id' | 'project_id' | 'created_by'>,
): Promise<boolean> {
  if (created_by === null) return false
  const projectIds = project_id === null ? null : [project_id]
  const admins = await loadAdmins(em, { workspaceId: workspace_id, projectIds }, [created_by])
  return admins.has(adminKey({ project_id, created_by }))
}

export async function isWorkspaceDeleted(em: EntityManager, workspaceId: string): Promise<boolean> {
  const workspace = await query(em)
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return workspace === undefined
}

/** Returns the keys of the users who are active admins of the workspace, or of the projects if `projectIds` is set. */
async function loadAdmins(
  em: EntityManager,
  { workspaceId, projectIds }: { workspaceId: string; projectIds: readonly string[] | null },
  userIds: readonly string[],
): Promise<Set<string>> {
  const isWanted = sql<boolean>`user_id = any(${userIds}::uuid[])`
  if (projectIds === null) {
    const rows = await selectWorkspaceMemberIds(em, workspaceId, role.admin)
      .where('is_account_active', '=', true)
      .where('lacks_second_factor', '=', false)
      .where(isWanted)
      .execute()
    return new Set(rows.map(({ user_id }) => adminKey({ project_id: null, created_by: user_id })))
  }
  const rows = await selectUsersWithAccessToProjects(em, workspaceId, projectIds, role.admin)
    .where('is_account_active', '=', true)
    .where('lacks_second_factor', '=', false)
    .where(isWanted)
    .execute()
  return new Set(rows.map(({ project_id, user_id }) => adminKey({ project_id, created_by: user_id })))
}

function adminKey({ project_id, created_by }: Pick<WebhookRow, 'project_id' | 'created_by'>): string {
  return `${project_id} ${created_by}`
}
