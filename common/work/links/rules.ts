import { normalizeUrl } from '../../platform/addresses.ts'
import { canCreateWorkItems, itemAcceptsChanges } from '../work-items/rules.ts'

export const maxLinkTitleLength = 255
/** The maximum number of links of one work item. */
export const linksLimit = 200

/**
 * Returns the normalized URL, or null if it is invalid. Clients of Plane expect `http://` as the default
 * scheme.
 */
export function normalizeLinkUrl(typed: string): string | null {
  return normalizeUrl(typed, 'http')
}

/**
 * Returns whether the user may add, change and delete links of an item. Members may, unless the item is
 * archived.
 */
export function canChangeLinks(
  actor: Parameters<typeof canCreateWorkItems>[0],
  item: { archived_at: unknown },
): boolean {
  return itemAcceptsChanges(item) && canCreateWorkItems(actor)
}

/** Finds the distinct URLs in pasted text. `isAll` is true if the text contains only URLs. */
export function extractLinkUrls(text: string): { addresses: string[]; isAll: boolean } {
  const words = text
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^[<("']+|[>)"']+$/g, ''))
    .filter((word) => word !== '')
  const addresses = words.flatMap((word) => normalizeLinkUrl(word) ?? [])
  return {
    addresses: [...new Set(addresses)],
    isAll: words.length > 0 && addresses.length === words.length,
  }
}
