import type { EntityManager } from '@mikro-orm/postgresql'
import { query } from '../../platform/db/orm.ts'

/**
 * Deletes the emailed codes, the emailed links and the invitations of an account that is deleted or deactivated, so
 * that nobody can use them.
 */
export async function removePendingAccess(
  em: EntityManager,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await removeMailedSecrets(em, id, [email])
  await query(em)
    .deleteFrom('workspace_invites')
    .where('email', '=', email)
    .where('responded_at', 'is', null)
    .execute()
}

/** Deletes emailed codes and links that were sent to these addresses or belong to this user. */
export async function removeMailedSecrets(em: EntityManager, id: string, addresses: string[]): Promise<void> {
  const db = query(em)
  await db.deleteFrom('mailed_secrets').where('subject', 'in', addresses).execute()
  await db.deleteFrom('mailed_secrets').where('subject', 'like', `${id}:%`).execute()
}
