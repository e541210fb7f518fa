import { normalAddress } from '../addresses.ts'

export const webhookAddressLength = 1024
/** In a workspace; each is told of every change. */
export const webhooksLimit = 25
/** What every secret begins with, so that whoever finds one, a scanner of secrets too, knows what it is. */
export const webhookSecretPrefix = 'tandem_wh_'

/** An address as a webhook keeps it, null for none. */
export function webhookAddress(typed: string): string | null {
  const address = normalAddress(typed, 'https')
  return address === null || address.length > webhookAddressLength ? null : address
}
