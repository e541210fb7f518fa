import type { Logger } from 'pino'
import type { DocumentPorts } from '../../platform/context/documents.ts'
import { compact } from './compact.ts'
import { underivedDocuments } from './log.ts'

/** Nobody waits longer for a server to start; what is left then is stored while it serves, and read right until then. */
const longestMs = 10_000

/** Stores what a process that was killed had in the log alone, so that the text on the owners' rows is right from the first call on. */
export async function storeLeftBehind(
  ports: Pick<DocumentPorts, 'em' | 'storeDerived' | 'storedHtml'>,
  log: Logger,
): Promise<void> {
  const deadline = Date.now() + longestMs
  for (const { name, workspace_id } of await underivedDocuments(ports.em.fork())) {
    if (Date.now() > deadline) return
    await compact(ports, name, workspace_id).catch((error: unknown) =>
      log.error(
        { err: error, document: name },
        'a document could not be compacted; its updates stay in the log',
      ),
    )
  }
}
