import { normalizeUrl } from '../../platform/addresses.ts'

export const quickLinkTitleLength = 255
/** Links of one user in a workspace. */
export const quickLinksLimit = 100

/** Normalizes a URL. Returns null when it is invalid. */
export function quickLinkAddress(typed: string): string | null {
  return normalizeUrl(typed, 'https')
}
