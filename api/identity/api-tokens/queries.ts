import { tokenCallsPerMinute } from '#common/identity/api-tokens/rules.ts'
import { type ApiToken, apiToken } from '#common/identity/api-tokens/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { presentRow } from '../../platform/db/present.ts'
import { ApiTokenEntity, type ApiTokenRow } from './entity.ts'

export async function listApiTokens({ em, user }: UserContext): Promise<ApiToken[]> {
  const rows = await em.find(
    ApiTokenEntity,
    { user_id: user.id },
    { orderBy: { created_at: 'desc', id: 'desc' } },
  )
  return rows.map((row) => presentToken(row))
}

/** Loads an API token of the caller. Throws `not_found` for tokens of other users. */
export async function loadApiToken({ em, user }: UserContext, id: string): Promise<ApiTokenRow> {
  const token = await em.findOne(ApiTokenEntity, { id, user_id: user.id })
  if (token === null) throw notFound('API token not found')
  return token
}

/** `is_service` is true for a token of a service account. */
export function presentToken(row: ApiTokenRow, is_service = false): ApiToken {
  return presentRow(apiToken, {
    ...row,
    user: row.user_id,
    user_type: is_service ? 1 : 0,
    workspace: row.workspace_id,
    is_service,
    allowed_rate_limit: `${tokenCallsPerMinute}/min`,
  })
}
