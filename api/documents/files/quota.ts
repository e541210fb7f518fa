import { sql } from 'kysely'
import { AppError } from '#common/platform/errors.ts'
import { findWorkspace } from '../../access/access.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

/**
 * Throws if the file exceeds the workspace's storage limit. Files without a workspace have no limit. Visitors of a
 * public board do not learn how much the workspace stores.
 */
export async function assertWithinStorageQuota(
  { em, settings, user }: UserContext,
  workspaceId: string | null,
  size: number,
): Promise<void> {
  const limit = settings.get('WORKSPACE_STORAGE_LIMIT')
  if (limit === 0 || workspaceId === null) return
  // Lock the workspace, because two concurrent uploads could otherwise both use the last free space.
  await query(em)
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .forNoKeyUpdate()
    .execute()
  const { used } = await query(em)
    .selectFrom('file_assets as f')
    .select(sql<string>`coalesce(sum((f.attributes->>'size')::bigint), 0)`.as('used'))
    .where('f.workspace_id', '=', workspaceId)
    // An unconfirmed file counts toward the used storage for one hour, because its upload may still arrive.
    .where(sql<boolean>`(f.uploaded_at is not null or f.created_at > now() - interval '1 hour')`)
    .executeTakeFirstOrThrow()
  if (Number(used) + size <= limit) return
  const isMember = (await findWorkspace(em, user.id, { id: workspaceId })) !== null
  if (!isMember) throw new AppError('too_large', 'There is no room for this file.')
  const sentence = `This workspace has room for ${limit} bytes of files, of which ${used} are used.`
  throw new AppError('too_large', sentence, { fields: { size: [sentence] } })
}
