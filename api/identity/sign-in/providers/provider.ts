import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import type { ProviderIdentity } from './identity.ts'
import type { AuthorizationState } from './oauth-state.ts'

/** An identity provider with its settings in this Tandem instance. */
export interface IdentityProvider {
  /** Returns the URL to which the browser is redirected. */
  addressFor(authorization: AuthorizationState): Promise<string>
  /** Returns the identity from the callback parameters. Throws when any check fails. */
  identify(authorization: AuthorizationState, answer: URLSearchParams): Promise<ProviderIdentity>
  /**
   * Loads the provider's discovery document, if the provider has one. Throws if the document cannot be
   * loaded, because sign-ins would fail in the same way.
   */
  check?(): Promise<void>
}

/**
 * Thrown when the response of the identity provider was already rejected and logged, before the browser returned
 * from the provider.
 */
export class ResponseAlreadyRejected extends Error {}

/** The cast is safe, because the paths of the calls accept only known provider names. */
export function providerFromParams({ provider }: { provider: string }): SignInProvider {
  return provider as SignInProvider
}

/** Compares two issuers. Ignores a trailing slash, because providers write the issuer inconsistently. */
export function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '')
}

/** Thrown when the provider knows the user, but the user is not a member of the required organization. */
export class NotInRequiredOrganization extends Error {}
