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

/** The number of references that a rendered text replaces by their content. Further references are left out. */
const maxRenderedReferences = 100
/**
 * The number of characters of content that a rendered text can contain. The first reference that would exceed it and
 * all further references are left out.
 */
export const maxSyncedLength = 2_000_000

const divTag = /<(\/?)div\b([^<>]*)>/g
const originalAttributes = /^ data-type="synced-block" data-block="([\da-f-]{36})"/

/**
 * Returns the HTML inside the originals of the wanted synced blocks in the stored HTML of a page, by their ids. Reads
 * the HTML once, and stops before the results have more than `maxLength` characters. The document renderer writes the
 * attributes in a fixed order and escapes `<` in texts and attributes, so the end of an element can be found by
 * counting tags.
 */
export function findSyncedBlocks(
  html: string,
  wanted: ReadonlySet<string>,
  maxLength = Number.POSITIVE_INFINITY,
): Map<string, string> {
  const found = new Map<string, string>()
  const missing = new Set(wanted)
  const open: { block: string | null; start: number }[] = []
  let length = 0
  for (const { 0: tag, 1: slash, 2: attributes = '', index } of html.matchAll(divTag)) {
    if (missing.size === 0) break
    if (slash === '') {
      open.push({ block: originalAttributes.exec(attributes)?.[1] ?? null, start: index + tag.length })
      continue
    }
    const { block = null, start = index } = open.pop() ?? {}
    if (block === null || !missing.delete(block)) continue
    length += index - start
    if (length > maxLength) break
    found.set(block, html.slice(start, index))
  }
  return found
}

const referenceElement =
  /<div data-type="synced-reference"(?: data-page="([\da-f-]{36})" data-block="([\da-f-]{36})")?[^<>]*><\/div>/g
const referenceElementOrDivTag = new RegExp(
  `${referenceElement.source}|<(/?)div\\b( data-type="synced-block")?`,
  'g',
)

/**
 * Returns the references in stored HTML that a rendered text replaces by their content, in their order and without
 * duplicates.
 */
export function syncedReferencesInHtml(html: string): SyncedReference[] {
  const found = new Map<string, SyncedReference>()
  let count = 0
  replaceReferences(html, (reference) => {
    if (++count <= maxRenderedReferences) found.set(syncedReferenceKey(reference), reference)
    return ''
  })
  return [...found.values()]
}

/** Returns a text that identifies the original, for use as the key of a map. */
export function syncedReferenceKey({ page, block }: SyncedReference): string {
  return `${page} ${block}`
}

/**
 * Replaces the references in stored HTML by the HTML that `contentOf` returns. References without content are removed,
 * and so are references inside originals and inside the content. Therefore synced blocks that refer to each other
 * cannot recur. Calls `contentOf` once for each original.
 */
export function renderSyncedReferences(
  html: string,
  contentOf: (reference: SyncedReference) => string | null,
): string {
  const contents = new Map<string, string>()
  let [rendered, length] = [0, 0]
  return replaceReferences(html, (reference) => {
    if (++rendered > maxRenderedReferences || length > maxSyncedLength) return ''
    const key = syncedReferenceKey(reference)
    const content = contents.get(key) ?? removeReferences(contentOf(reference) ?? '')
    contents.set(key, content)
    length += content.length
    return length > maxSyncedLength ? '' : content
  })
}

function removeReferences(content: string): string {
  return content.length > maxSyncedLength ? content : content.replace(referenceElement, '')
}

/** Changes the pages of references in stored HTML. Pages that are not in the map do not change. */
export function moveSyncedReferences(html: string, pages: ReadonlyMap<string, string>): string {
  return html.replace(referenceElement, (element, page?: string) => {
    const moved = page === undefined ? undefined : pages.get(page)
    return moved === undefined ? element : element.replace(`data-page="${page}"`, `data-page="${moved}"`)
  })
}

/** Replaces all references to one original in stored HTML by its content. */
export function replaceSyncedReferences(html: string, original: SyncedReference, content: string): string {
  return html.replace(referenceElement, (element, page?: string, block?: string) =>
    page === original.page && block === original.block ? content : element,
  )
}

/** Replaces the references that are not inside an original, and removes all other references. */
function replaceReferences(html: string, replacement: (reference: SyncedReference) => string): string {
  if (!html.includes('<div data-type="synced-reference"')) return html
  let depth = 0
  /** The depth of the outermost original that contains the current position. */
  let original: number | null = null
  return html.replace(
    referenceElementOrDivTag,
    (element: string, page?: string, block?: string, slash?: string, type?: string) => {
      if (slash === undefined)
        return original !== null || page === undefined || block === undefined
          ? ''
          : replacement({ page, block })
      if (slash === '') {
        if (type !== undefined) original ??= depth
        depth++
      } else if (--depth === original) original = null
      return element
    },
  )
}
