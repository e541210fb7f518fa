import { normalAddress } from '../../platform/addresses.ts'

export const quickLinkTitleLength = 255
/** In a workspace; more are no quick way any more. */
export const quickLinksLimit = 100

/** An address as a quick link keeps it, null for none. */
export function quickLinkAddress(typed: string): string | null {
  return normalAddress(typed, 'https')
}
