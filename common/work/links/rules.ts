import { normalizeUrl } from '../../platform/addresses.ts'
import { canCreateWorkItems, takesChanges } from '../work-items/rules.ts'

export const linkTitleLength = 255
/** Of one work item. */
export const linksLimit = 200

/** An address as a link keeps it, null for none. Clients of the reference product count on `http://`. */
export function linkAddress(typed: string): string | null {
  return normalizeUrl(typed, 'http')
}

/** Adding, changing and deleting links is for members, on items that are not in the archive. */
export function canChangeLinks(
  actor: Parameters<typeof canCreateWorkItems>[0],
  item: { archived_at: unknown },
): boolean {
  return takesChanges(item) && canCreateWorkItems(actor)
}

/** The addresses in a text that somebody pastes, each once; `isAll` when it holds nothing else. */
export function addressesIn(text: string): { addresses: string[]; isAll: boolean } {
  const words = text
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^[<("']+|[>)"']+$/g, ''))
    .filter((word) => word !== '')
  const addresses = words.flatMap((word) => linkAddress(word) ?? [])
  return {
    addresses: [...new Set(addresses)],
    isAll: words.length > 0 && addresses.length === words.length,
  }
}
