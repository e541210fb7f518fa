import type { Logger } from 'pino'
import type { DocumentPorts } from '../../platform/context/documents.ts'
import { compactDocument } from './compact.ts'
import { findDocumentsWithOutdatedText } from './log.ts'

/**
 * Maximum time in milliseconds that compacting delays the start. The remaining documents are compacted later,
 * because reads also work without compaction.
 */
const longestMs = 10_000

/**
 * Merges the logs of documents that a killed process has not merged. The text on the row of the page or item
 * is then up to date from the first request on.
 */
export async function compactDocumentsAtStartup(
  ports: Pick<DocumentPorts, 'em' | 'storeDocumentContent' | 'loadStoredHtml'>,
  log: Logger,
): Promise<void> {
  const deadline = Date.now() + longestMs
  for (const { name, workspace_id } of await findDocumentsWithOutdatedText(ports.em.fork())) {
    if (Date.now() > deadline) return
    await compactDocument(ports, name, workspace_id).catch((error: unknown) =>
      log.error(
        { err: error, document: name },
        'a document could not be compacted; its updates stay in the log',
      ),
    )
  }
}
