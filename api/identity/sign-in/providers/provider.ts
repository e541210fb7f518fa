import type { Identity } from './identity.ts'
import type { AuthorizationState } from './oauth-state.ts'

/** An identity provider with the settings of this installation. */
export interface Provider {
  /** Returns the URL to which the browser is redirected. */
  addressFor(authorization: AuthorizationState): Promise<string>
  /** Returns the identity from the callback parameters. Throws when any check fails. */
  identify(authorization: AuthorizationState, answer: URLSearchParams): Promise<Identity>
  /** Loads the provider's discovery document, if it has one. Throws an error that would make sign-ins fail. */
  check?(): Promise<void>
}

/** The identity provider's answer was already refused and logged, before the browser returned. */
export class RefusedBefore extends Error {}

/** Providers often write the issuer inconsistently, with and without a trailing slash. */
export function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '')
}

/** The user is known to the provider, but is not a member of the required organization. */
export class NotInOrganization extends Error {}
