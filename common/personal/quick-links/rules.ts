import { normalizeUrl } from '../../platform/addresses.ts'

export const maxQuickLinkTitleLength = 255
/** Maximum number of links per user and workspace. */
export const quickLinksLimit = 100

/** Normalizes a URL. Returns null when it is invalid. */
export function normalizeQuickLinkUrl(typed: string): string | null {
  return normalizeUrl(typed, 'https')
}
