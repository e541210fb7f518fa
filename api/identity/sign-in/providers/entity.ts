import { defineEntity, p } from '@mikro-orm/postgresql'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import { auditedColumns } from '../../../platform/db/columns.ts'
import type { ProviderIdentity } from './identity.ts'

const { id, created_at, updated_at } = auditedColumns

/**
 * An external account that a user signs in with. The account is identified by issuer and subject, never by
 * its email address.
 */
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

/**
 * A sign-in at an identity provider that has not ended yet. The row is found by the hash of the sign-in's
 * state parameter.
 */
export const ProviderSignInEntity = defineEntity({
  name: 'ProviderSignIn',
  tableName: 'provider_sign_ins',
  properties: {
    state_hash: p.string().primary(),
    browser_hash: p.string(),
    provider: p.string().$type<SignInProvider>(),
    /** The signed-in user who links an external account. Is null if the user is signing in instead of linking. */
    linking_user_id: p.uuid().strictNullable(),
    next_path: p.text().strictNullable(),
    /**
     * This column is used for SAML only. It contains the identity from the provider's POST request, which
     * carries no cookies. The identity is stored until the browser follows the redirect and completes the
     * sign-in.
     */
    identity: p.json<ProviderIdentity>().strictNullable(),
    expires_at: p.datetime(),
  },
})

/**
 * An external account that waits until its user confirms to link it to the Tandem account with the same email
 * address.
 */
export const OfferedAccountEntity = defineEntity({
  name: 'OfferedAccount',
  tableName: 'offered_accounts',
  properties: {
    browser_hash: p.string().primary(),
    user_id: p.uuid(),
    identity: p.json<ProviderIdentity>(),
    next_path: p.text().strictNullable(),
    expires_at: p.datetime(),
  },
})
