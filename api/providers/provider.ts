import type { Identity } from './identity.ts'
import type { Trip } from './trips.ts'

/** Somebody who vouches for people, as this installation has set them up. */
export interface Provider {
  /** Where the browser goes. */
  addressFor(trip: Trip): Promise<string>
  /** Who has come back, by what stands in the address. Throws whatever is not as it has to be. */
  identify(trip: Trip, answer: URLSearchParams): Promise<Identity>
}

/** They are known, but not one of those who may come in here. */
export class NotInOrganization extends Error {}
