import { defineEntity, p } from '@mikro-orm/postgresql'
import type { LinkedAccount } from '#common/account/schema.ts'
import { audited } from '../db/columns.ts'

const { id, created_at, updated_at } = audited

/** An account elsewhere by which a person signs in: known by who vouches for it and its name there, never by its address. */
export const LinkedAccountEntity = defineEntity({
  name: 'LinkedAccount',
  tableName: 'linked_accounts',
  properties: {
    id,
    created_at,
    updated_at,
    user_id: p.uuid(),
    provider: p.string().$type<LinkedAccount['provider']>(),
    provider_account_id: p.string(),
    metadata: p.json<Record<string, unknown>>().default('{}'),
    last_connected_at: p.datetime(),
  },
})
