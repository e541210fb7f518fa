import { defineEntity, p } from '@mikro-orm/postgresql'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import { audited } from '../../../platform/db/columns.ts'
import type { Identity } from './identity.ts'

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
    provider: p.string().$type<SignInProvider>(),
    issuer: p.string(),
    provider_account_id: p.string(),
    metadata: p.json<Record<string, unknown>>().default('{}'),
    last_connected_at: p.datetime(),
  },
})

/** A browser on its way to a provider and back, known by the hash of the state that it carries. */
export const ProviderSignInEntity = defineEntity({
  name: 'ProviderSignIn',
  tableName: 'provider_sign_ins',
  properties: {
    state_hash: p.string().primary(),
    browser_hash: p.string(),
    provider: p.string().$type<SignInProvider>(),
    /** Who links an account elsewhere to their own; null for signing in. */
    linking_user_id: p.uuid().strictNullable(),
    next_path: p.text().strictNullable(),
    /** Of a provider that has told it already, by a post of its own. */
    identity: p.json<Identity>().strictNullable(),
    expires_at: p.datetime(),
  },
})

/** What a browser came by, until its person has said whether it is to open the account with the same address. */
export const OfferedAccountEntity = defineEntity({
  name: 'OfferedAccount',
  tableName: 'offered_accounts',
  properties: {
    browser_hash: p.string().primary(),
    user_id: p.uuid(),
    identity: p.json<Identity>(),
    next_path: p.text().strictNullable(),
    expires_at: p.datetime(),
  },
})
