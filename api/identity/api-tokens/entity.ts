import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { TokenScope } from '#common/identity/api-tokens/rules.ts'
import { auditedColumns } from '../../platform/db/columns.ts'

const { id, created_at, updated_at } = auditedColumns

/**
 * An API token. Only the hash of its key is stored, so nobody can use the token with a copy of the database.
 */
export const ApiTokenEntity = defineEntity({
  name: 'ApiToken',
  tableName: 'api_tokens',
  properties: {
    id,
    created_at,
    updated_at,
    token_hash: p.string(),
    ending: p.string(),
    user_id: p.uuid(),
    workspace_id: p.uuid().strictNullable(),
    /** The admin who created a token of a service account. Null for tokens of people. */
    created_by: p.uuid().strictNullable(),
    label: p.string(),
    description: p.text(),
    scope: p.string().$type<TokenScope>(),
    is_active: p.boolean().default(true),
    last_used: p.datetime().strictNullable(),
    expired_at: p.datetime().strictNullable(),
  },
})
export type ApiTokenRow = InferEntity<typeof ApiTokenEntity>
