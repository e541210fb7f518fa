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
  return rows.map(presentToken)
}

/** Loads an API token of the caller. Throws `not_found` for tokens of other users. */
export async function loadApiToken({ em, user }: UserContext, id: string): Promise<ApiTokenRow> {
  const token = await em.findOne(ApiTokenEntity, { id, user_id: user.id })
  if (token === null) throw notFound('API token not found')
  return token
}

export function presentToken(row: ApiTokenRow): ApiToken {
  return presentRow(apiToken, {
    ...row,
    user: row.user_id,
    user_type: 0,
    workspace: row.workspace_id,
    is_service: false,
    allowed_rate_limit: `${tokenCallsPerMinute}/min`,
  })
}
