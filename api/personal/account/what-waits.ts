import type { EntityManager } from '@mikro-orm/postgresql'
import { query } from '../../platform/db/orm.ts'

/** Codes and links that were mailed, and invitations: for whoever is on the way out they lead in no more. */
export async function removeWhatWaits(
  em: EntityManager,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await removeMailed(em, id, [email])
  await query(em)
    .deleteFrom('workspace_invites')
    .where('email', '=', email)
    .where('responded_at', 'is', null)
    .execute()
}

/** Codes and links of a person that were mailed, to these addresses and for changes of theirs. */
export async function removeMailed(em: EntityManager, id: string, addresses: string[]): Promise<void> {
  const db = query(em)
  await db.deleteFrom('mailed_secrets').where('subject', 'in', addresses).execute()
  await db.deleteFrom('mailed_secrets').where('subject', 'like', `${id}:%`).execute()
}
