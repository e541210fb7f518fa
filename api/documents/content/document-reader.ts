import type { EntityManager } from '@mikro-orm/postgresql'
import type { DocumentPorts, DocumentWriter } from '../../platform/context/documents.ts'
import { getCommandKey, SlowWorkRequired } from '../../platform/db/retry-after-work.ts'
import type { LastSeenTextCache } from './known-texts.ts'
import { getDocumentParts, loadDocument } from './load-document.ts'
import { type DocumentLogHead, loadDocumentState, loadUpdateLogHeads } from './log.ts'
import { mergeDocumentInThread } from './thread-pool.ts'

interface ReaderPorts extends Pick<DocumentPorts, 'em' | 'loadStoredHtml'> {
  known: LastSeenTextCache
}

interface Latest {
  binary: Uint8Array
  html: string
}

interface CachedDocument {
  latest: Promise<Latest>
  /** Size of the cached document in bytes. It is 0 until the merge has ended. */
  size: number
}

/**
 * Maximum total bytes of the cached documents. The cache avoids a merge for each request while a document is
 * edited.
 */
const cacheBytes = 16 * 1024 * 1024

/**
 * Reads documents. The stored text is used if it is current. Otherwise a worker thread merges the log,
 * outside of the transaction.
 */
export function createDocumentReader({
  em,
  loadStoredHtml,
  known,
}: ReaderPorts): Pick<DocumentWriter, 'html' | 'binary'> {
  /** The documents that a command has read before its transaction is repeated, by their names. */
  const readBefore = new WeakMap<object, Map<string, Latest>>()
  /** Cached documents by name, version and log rows. The most recently used document comes last. */
  const cache = new Map<string, CachedDocument>()

  async function latestText(
    transaction: EntityManager,
    head: DocumentLogHead,
    userId: string,
  ): Promise<Latest> {
    const request = getCommandKey(transaction)
    if (!request) return merged(transaction, head, userId)
    const documents = readBefore.get(request) ?? new Map<string, Latest>()
    const before = documents.get(head.name)
    if (before) return before
    readBefore.set(request, documents)
    throw new SlowWorkRequired(
      async () => void documents.set(head.name, await merged(em.fork(), head, userId)),
    )
  }

  /**
   * Returns the merged document, from the cache if possible. `head` is the cache key. The document can be
   * newer than `head`, because the log is read after `head`.
   */
  function merged(from: EntityManager, head: DocumentLogHead, userId: string): Promise<Latest> {
    const key = `${head.name} ${head.version} ${head.seqs}`
    const found = cache.get(key)
    const entry = found ?? { latest: merge(from, head.name, userId), size: 0 }
    cache.delete(key)
    cache.set(key, entry)
    if (!found) {
      entry.latest.then(
        ({ binary, html }) => {
          entry.size = binary.byteLength + 2 * html.length
          // Do not cache a document without updates. Its initial HTML can change without a change of the cache
          // key.
          if (isEmpty(head)) cache.delete(key)
          else forgetOldest()
        },
        () => cache.delete(key),
      )
    }
    return entry.latest
  }

  function forgetOldest(): void {
    let size = [...cache.values()].reduce((sum, entry) => sum + entry.size, 0)
    for (const [key, entry] of cache) {
      if (size <= cacheBytes) return
      size -= entry.size
      if (entry.size > 0) cache.delete(key)
    }
  }

  async function merge(from: EntityManager, name: string, userId: string): Promise<Latest> {
    const loaded = await loadDocument(from, loadStoredHtml, name)
    const task = { name, ...getDocumentParts(loaded), html: loaded.html, derives: true }
    const { state, derived } = await mergeDocumentInThread(task, userId)
    return { binary: state, html: derived.html }
  }

  return {
    async html(transaction, { name }, stored, userId, { isExcerpt } = { isExcerpt: false }) {
      const head = await headOf(transaction, name)
      const isRight = head.seqs.length === head.derived.length
      const html = isRight ? stored : (await latestText(transaction, head, userId)).html
      if (!isExcerpt) known.learn(userId, name, html)
      return html
    },
    async binary(transaction, { name }, stored, userId) {
      const head = await headOf(transaction, name)
      const isMerged = head.seqs.length === 0 && !isEmpty(head)
      const state = isMerged ? await loadDocumentState(transaction, name) : null
      const read = state ? { binary: state, html: stored } : await latestText(transaction, head, userId)
      known.learn(userId, name, read.html)
      return read
    },
  }
}

async function headOf(em: EntityManager, name: string): Promise<DocumentLogHead> {
  const [head] = await loadUpdateLogHeads(em, [name])
  return head ?? { name, version: '0', seqs: [], derived: [] }
}

function isEmpty({ version, seqs }: DocumentLogHead): boolean {
  return version === '0' && seqs.length === 0
}
