import {
  findSyncedBlocks,
  maxSyncedLength,
  renderSyncedReferences,
  type SyncedReference,
  syncedReferenceKey,
  syncedReferencesInHtml,
} from '#common/documents/content/synced-blocks.ts'

/** Reads the pages that contain the originals of synced blocks. */
export interface SyncedSource {
  /** Returns false if the reader of the rendered text cannot see the page. */
  canRead(page: string): Promise<boolean>
  /** Returns the HTML of a page, or null if it is not available or has more bytes than allowed. */
  read(page: string, maxBytes: number): Promise<string | null>
}

/** The number of bytes of source pages that are read for one rendered text. Further pages are left out. */
const maxBytesRead = 20_000_000

/**
 * Replaces the references to synced blocks in stored HTML by the content of the blocks. Reads the source pages one by
 * one and copies the blocks, so that at most one page is in memory.
 */
export async function renderSyncedContents(
  html: string,
  source: SyncedSource,
  cache = createSyncedContentCache(),
): Promise<string> {
  const blocksOfPage = Map.groupBy(syncedReferencesInHtml(html), ({ page }) => page)
  const contents = new Map<string, string>()
  let [bytesLeft, lengthLeft] = [maxBytesRead, maxSyncedLength]
  const add = (reference: SyncedReference, content: string) => {
    contents.set(syncedReferenceKey(reference), content)
    lengthLeft -= content.length
  }
  for (const [page, references] of blocksOfPage) {
    if (lengthLeft <= 0) break
    if (!(await source.canRead(page))) continue
    const missing = new Set<string>()
    for (const reference of references) {
      const cached = cache.get(syncedReferenceKey(reference))
      if (cached === undefined) missing.add(reference.block)
      else add(reference, cached)
    }
    const text = missing.size === 0 ? null : await source.read(page, bytesLeft)
    if (text === null) continue
    bytesLeft -= Buffer.byteLength(text)
    for (const [block, part] of findSyncedBlocks(text, missing, lengthLeft)) {
      const content = copyString(part)
      add({ page, block }, content)
      cache.set(syncedReferenceKey({ page, block }), content)
    }
  }
  return renderSyncedReferences(html, (reference) => contents.get(syncedReferenceKey(reference)) ?? null)
}

/** Copies a part of a string, because the engine keeps the whole string in memory as long as the part exists. */
function copyString(part: string): string {
  return Buffer.from(part).toString()
}

export type SyncedContentCache = ReturnType<typeof createSyncedContentCache>

/**
 * Creates a cache of the contents of synced blocks, for texts that are rendered one after the other. The cache forgets
 * its oldest contents when it becomes too large. It knows nothing about access.
 */
export function createSyncedContentCache(maxLength = 4 * maxSyncedLength) {
  const contents = new Map<string, string>()
  let length = 0
  return {
    get: (key: string) => contents.get(key),
    set(key: string, content: string): void {
      length += content.length - (contents.get(key)?.length ?? 0)
      contents.set(key, content)
      for (const [oldest, { length: freed }] of contents) {
        if (length <= maxLength) return
        contents.delete(oldest)
        length -= freed
      }
    },
  }
}
