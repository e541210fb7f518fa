import type { EntityManager } from '@mikro-orm/postgresql'
import { role } from '#common/platform/roles.ts'
import { selectUserIdsWithProjectAccess, selectWorkspaceMemberIds } from '../../access/people.ts'
import { query } from '../../platform/db/orm.ts'
import { WebhookEntity, type WebhookRow } from './entity.ts'

/**
 * Switches off webhooks and chat targets whose owner is no longer an admin, is deactivated or lacks required
 * two-factor authentication, because they send what an admin sees. Earlier events that are not delivered yet are not
 * sent either. Webhooks of a deleted workspace pause without being switched off, since the workspace may be
 * restored.
 */
export async function disableWebhooksWithoutAdmin(em: EntityManager, workspaceId: string): Promise<void> {
  if (await isWorkspaceDeleted(em, workspaceId)) return
  // The chat targets of a deleted project pause too.
  const active = await query(em)
    .selectFrom('webhooks as w')
    .leftJoin('projects as p', 'p.id', 'w.project_id')
    .select('w.project_id')
    .distinct()
    .where('w.workspace_id', '=', workspaceId)
    .where('w.is_active', '=', true)
    .where('p.deleted_at', 'is', null)
    .execute()
  for (const { project_id } of active) await disableWithoutAdmin(em, workspaceId, project_id)
}

/** Switches off the webhooks of the workspace, or the chat targets of the project. */
async function disableWithoutAdmin(
  em: EntityManager,
  workspaceId: string,
  projectId: string | null,
): Promise<void> {
  const admins = whoMayAnswer(em, workspaceId, projectId)
  const left = await query(em)
    .selectFrom('webhooks')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('project_id', 'is not distinct from', projectId)
    .where('is_active', '=', true)
    .where((or) => or.or([or('created_by', 'is', null), or('created_by', 'not in', admins)]))
    .forNoKeyUpdate()
    .execute()
  if (left.length === 0) return
  const webhooks = await em.find(WebhookEntity, { id: { $in: left.map(({ id }) => id) } })
  for (const webhook of webhooks) em.assign(webhook, { is_active: false, off_reason: 'maker_left' })
  await em.flush()
}

/** Returns true if the webhook has an owner who is still an active admin. */
export async function hasResponsibleAdmin(
  em: EntityManager,
  { workspace_id, project_id, created_by }: Pick<WebhookRow, 'workspace_id' | 'project_id' | 'created_by'>,
): Promise<boolean> {
  if (created_by === null) return false
  const maker = await whoMayAnswer(em, workspace_id, project_id)
    .where('user_id', '=', created_by)
    .executeTakeFirst()
  return maker !== undefined
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

function whoMayAnswer(em: EntityManager, workspaceId: string, projectId: string | null) {
  if (projectId === null) {
    const admins = selectWorkspaceMemberIds(em, workspaceId, role.admin)
      .where('is_account_active', '=', true)
      .where('lacks_second_factor', '=', false)
    return query(em).selectFrom(admins.as('admins')).select('user_id')
  }
  const admins = selectUserIdsWithProjectAccess(em, workspaceId, projectId, role.admin)
    .where('is_account_active', '=', true)
    .where('lacks_second_factor', '=', false)
  return query(em).selectFrom(admins.as('admins')).select('user_id')
}
