import type { EntityManager } from '@mikro-orm/postgresql'
import { role } from '#common/platform/roles.ts'
import { selectWorkspaceMemberIds } from '../../access/people.ts'
import { query } from '../../platform/db/orm.ts'
import { WebhookEntity } from './entity.ts'

/**
 * Switches off webhooks whose owner is no longer an admin, is deactivated or lacks required two-factor
 * authentication, because webhooks send what an admin sees. Earlier events that are not delivered yet are not
 * sent either. Webhooks of a deleted workspace pause without being switched off, since the workspace may be
 * restored.
 */
export async function disableWebhooksWithoutAdmin(em: EntityManager, workspaceId: string): Promise<void> {
  if (await isWorkspaceDeleted(em, workspaceId)) return
  const left = await query(em)
    .selectFrom('webhooks')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('is_active', '=', true)
    .where((or) =>
      or.or([or('created_by', 'is', null), or('created_by', 'not in', whoMayAnswer(em, workspaceId))]),
    )
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
  { workspace_id, created_by }: { workspace_id: string; created_by: string | null },
): Promise<boolean> {
  if (created_by === null) return false
  const maker = await whoMayAnswer(em, workspace_id).where('user_id', '=', created_by).executeTakeFirst()
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

function whoMayAnswer(em: EntityManager, workspaceId: string) {
  return selectWorkspaceMemberIds(em, workspaceId, role.admin)
    .where('is_account_active', '=', true)
    .where('lacks_second_factor', '=', false)
}
