import { isId } from '../../platform/ids.ts'

/** Names the original of a synced block: the page that contains it, and the id of the block in this page. */
export interface SyncedReference {
  page: string
  block: string
}

/**
 * Validates the attributes of a reference, because clients can write arbitrary values into a document. Returns null if
 * they are invalid.
 */
export function validSyncedReference({ page, block }: Record<string, unknown>): SyncedReference | null {
  const [pageId, blockId] = [validSyncedId(page), validSyncedId(block)]
  return pageId === null || blockId === null ? null : { page: pageId, block: blockId }
}

export function validSyncedId(id: unknown): string | null {
  return typeof id === 'string' && isId(id) ? id.toLowerCase() : null
}

export function parseSyncedReferenceElement(element: Element): SyncedReference | null {
  return validSyncedReference({
    page: element.getAttribute('data-page'),
    block: element.getAttribute('data-block'),
  })
}

/** Returns the attributes of the HTML element of a reference. */
export function syncedReferenceHtmlAttributes(reference: SyncedReference | null): Record<string, string> {
  const type = { 'data-type': 'synced-reference' }
  return reference === null ? type : { ...type, 'data-page': reference.page, 'data-block': reference.block }
}

/** Returns the attributes of the HTML element of an original. */
export function syncedBlockHtmlAttributes(block: string | null): Record<string, string> {
  return block === null
    ? { 'data-type': 'synced-block' }
    : { 'data-type': 'synced-block', 'data-block': block }
}

const hashPrefix = 'synced-'

/** Returns the hash in the address of a page that leads to the original of a synced block. */
export function syncedBlockHash(block: string): string {
  return `${hashPrefix}${block}`
}

/** Returns the id of the synced block in the hash of an address, with or without `#`. Returns null for other hashes. */
export function syncedBlockOfHash(hash: string): string | null {
  const name = hash.replace(/^#/, '')
  return name.startsWith(hashPrefix) ? validSyncedId(name.slice(hashPrefix.length)) : null
}

/**
 * Returns the HTML inside the original of a synced block in the stored HTML of a page, or null if the page does not
 * contain the block. The document renderer writes the attributes in a fixed order and escapes `<` in texts and
 * attributes, so the end of the element can be found by counting tags.
 */
export function findSyncedBlockHtml(html: string, block: string): string | null {
  const found = html.indexOf(`<div data-type="synced-block" data-block="${block}"`)
  if (found < 0) return null
  const start = html.indexOf('>', found) + 1
  const tags = /<(\/?)div\b/g
  tags.lastIndex = start
  for (let depth = 1, tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    depth += tag[1] === '' ? 1 : -1
    if (depth === 0) return html.slice(start, tag.index)
  }
  return null
}

/** The number of references that a rendered text replaces by their content. Further references are left out. */
const maxRenderedReferences = 100
/** The number of characters of content after which a rendered text leaves out further references. */
const maxRenderedLength = 10_000_000

const referenceElement =
  /<div data-type="synced-reference"(?: data-page="([\da-f-]{36})" data-block="([\da-f-]{36})")?[^<>]*><\/div>/g

/** Returns the references in stored HTML in their order, without duplicates. */
export function syncedReferencesInHtml(html: string): SyncedReference[] {
  const found = new Map<string, SyncedReference>()
  for (const [element, page, block] of html.matchAll(referenceElement))
    if (page !== undefined && block !== undefined) found.set(element, { page, block })
  return [...found.values()].slice(0, maxRenderedReferences)
}

/**
 * Replaces the references in stored HTML by the HTML that `contentOf` returns. References without content are removed,
 * and so are references inside the content. Therefore synced blocks that refer to each other cannot recur.
 */
export function renderSyncedReferences(
  html: string,
  contentOf: (reference: SyncedReference) => string | null,
): string {
  let [rendered, length] = [0, 0]
  return html.replace(referenceElement, (_, page?: string, block?: string) => {
    if (page === undefined || block === undefined || ++rendered > maxRenderedReferences) return ''
    const content = contentOf({ page, block })?.replace(referenceElement, '') ?? ''
    length += content.length
    return length > maxRenderedLength ? '' : content
  })
}
