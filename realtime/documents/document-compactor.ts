import { type CompactionResult, compactDocument } from '#api/documents/content/compact.ts'
import { AppError } from '#common/platform/errors.ts'
import { createCompactionRetryQueue } from './compaction-retry-queue.ts'
import type { OpenDocuments } from './open-document.ts'
import type { DocumentServerPorts } from './ports.ts'

/**
 * Compacts documents. Failures are logged. If the user who edited the document has too many queued tasks, the
 * document is compacted later.
 */
export function createDocumentCompactor(ports: DocumentServerPorts, open: OpenDocuments) {
  const { log } = ports
  const mergeLater = createCompactionRetryQueue(merge)

  /**
   * Compacts a document. Returns true if the compaction was rejected, because the user who edited the document has
   * too many queued tasks.
   */
  async function merge(name: string, workspaceId: string): Promise<boolean> {
    try {
      merged(name, await compactDocument(ports, name, workspaceId))
      return false
    } catch (error) {
      if (error instanceof AppError && error.code === 'rate_limited') return true
      log.error(
        { err: error, document: name },
        'a document could not be compacted; its updates stay in the log',
      )
      return false
    }
  }

  function merged(name: string, compaction: CompactionResult | null): void {
    if (compaction === null) return
    const { refused, from, version, bytes } = compaction
    if (refused > 0) log.error({ document: name, refused }, 'updates of the document could not be applied')
    const entry = open.get(name)
    if (!entry) return
    // If the compaction contains updates that this process has not received, do not change the version.
    // `createLogFollower` then notices the difference and reloads the document.
    const isKnown = from === entry.version && compaction.merged.every((seq) => entry.known.has(seq))
    for (const seq of compaction.merged) entry.known.delete(seq)
    if (isKnown) entry.version = version
    entry.bytes = bytes
  }

  return async (name: string, workspaceId: string): Promise<void> => {
    if (await merge(name, workspaceId)) mergeLater(name, workspaceId)
  }
}
