import type { Identity } from './identity.ts'
import type { Trip } from './trips.ts'

/** Somebody who vouches for people, as this installation has set them up. */
export interface Provider {
  /** Where the browser goes. */
  addressFor(trip: Trip): Promise<string>
  /** Who has come back, by what stands in the address. Throws whatever is not as it has to be. */
  identify(trip: Trip, answer: URLSearchParams): Promise<Identity>
  /** Reads the provider's description of itself, where it has one. Throws what would keep people from signing in. */
  check?(): Promise<void>
}

/** The browser of a sign-in whose answer was refused before; the log has the reason already. */
export class NotVouched extends Error {}

/** Many write an issuer with a slash at its end in one place and without it in another. */
export function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '')
}

/** They are known, but not one of those who may come in here. */
export class NotInOrganization extends Error {}
