import { type LinkedAccount, linkedAccount } from '#common/account/schema.ts'
import type { UserContext } from '../context.ts'
import { present } from '../db/present.ts'
import { LinkedAccountEntity } from './entity.ts'

export async function listMyAccounts({ em, user }: UserContext): Promise<LinkedAccount[]> {
  const rows = await em.find(LinkedAccountEntity, { user_id: user.id }, { orderBy: { created_at: 'asc' } })
  return rows.map((row) => present(linkedAccount, { ...row, user: row.user_id }))
}
