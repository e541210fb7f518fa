import { type Connection, type Document, Hocuspocus } from '@hocuspocus/server'
import type { Logger } from 'pino'
import { createConcurrencyLimiter } from '#api/platform/concurrency/concurrency-limiter.ts'
import { publishDocumentEvent } from '#api/platform/context/document-events.ts'
import { maxDocumentBytes } from '#common/documents/content/limits.ts'
import { parseDocumentName } from '#common/documents/content/names.ts'
import { checkAwareness, publishAwareness } from './awareness.ts'
import { respondToFirstSync } from './first-sync.ts'
import { syncStep1Type, syncStep2Type } from './frames.ts'
import type { IncomingUpdateWriter } from './incoming-update-writer.ts'
import type { DocumentUpdateLog } from './log.ts'
import type { OpenDocuments } from './open-document.ts'
import { maxOpenDocuments } from './open-limit.ts'
import { createOutOfOrderUpdates } from './out-of-order-updates.ts'
import { isTokenOfOtherUser } from './page-bridge.ts'
import type { PendingSyncRequests } from './pending-sync-requests.ts'
import {
  type ClientSocket,
  type ConnectionContext,
  DocumentRejection,
  type DocumentServerPorts,
  type DocumentTiming,
} from './ports.ts'
import { applyAccessToConnection } from './rights.ts'
import {
  createSyncedConnections,
  isSyncReplyWithoutNewContent,
  overwriteWithEmptyUpdate,
} from './sync-answers.ts'

/**
 * Creates the Hocuspocus server, which checks permissions and stores updates in the update log. An update is
 * applied and acknowledged only after it is stored in the database.
 */
export function createHocuspocus(
  ports: DocumentServerPorts,
  timing: DocumentTiming,
  open: OpenDocuments,
  log: DocumentUpdateLog,
  incomingUpdates: IncomingUpdateWriter,
  syncRequests: PendingSyncRequests,
  rightsChangeCount: () => number,
): Hocuspocus<ConnectionContext> {
  const answers = createSyncedConnections()
  const gaps = createOutOfOrderUpdates(answers)
  const runOrClose = createOpener(ports.log)

  return new Hocuspocus<ConnectionContext>({
    quiet: true,
    debounce: timing.idle,
    maxDebounce: timing.longest,
    // Limits of updates that arrive while a document loads; sync requests wait in `syncRequests`. The limits
    // may be generous, because the socket is authenticated.
    maxUnauthenticatedQueueMessages: 100_000,
    maxUnauthenticatedQueueSize: maxDocumentBytes + 65_536,
    maxPendingDocuments: maxOpenDocuments,

    async onAuthenticate({ documentName, context, connectionConfig, token }) {
      const changeCount = rightsChangeCount()
      if (!parseDocumentName(documentName) || isTokenOfOtherUser(token, context.user.user_id))
        throw new DocumentRejection('forbidden')
      const access = await runOrClose(context.socket, () => ports.access(context.user, documentName))
      if (!access) throw new DocumentRejection('forbidden')
      connectionConfig.readOnly = access.right === 'read'
      return {
        workspace_id: access.workspace_id,
        is_reader: connectionConfig.readOnly,
        rights_change_count: changeCount,
      }
    },

    async connected({ connection, documentName }) {
      incomingUpdates.addConnection(connection)
      tuneBroadcast(connection.document)
      const { user, rights_change_count, socket } = connection.context
      // Check the permissions again, because they may have changed while the document was loading.
      if (rights_change_count !== rightsChangeCount())
        applyAccessToConnection(connection, await runOrClose(socket, () => ports.access(user, documentName)))
      incomingUpdates.writeWaiting(connection)
      syncRequests.opened(connection)
    },

    async onLoadDocument({ document, documentName, context }) {
      document.on('destroy', () => {
        if (open.get(documentName)?.document === document) open.delete(documentName)
      })
      try {
        return await runOrClose(context.socket, () => log.load(documentName, context.workspace_id, document))
      } catch (error) {
        open.delete(documentName)
        throw error
      }
    },

    async afterLoadDocument({ documentName, context }) {
      publishDocumentEvent(ports.bus, { kind: 'awareness-asked', from: log.node, name: documentName })
      const left = open.get(documentName)?.known.size ?? 0
      if (left > 0) void log.merge(documentName, context.workspace_id)
    },

    async beforeHandleMessage({ connection, update }) {
      gaps.handling(connection)
      respondToFirstSync(open, connection, update)
      incomingUpdates.setCurrentFrame(connection, update)
    },

    async beforeSync({ connection, type, payload }) {
      const { is_reader, socket } = connection.context
      const storing = incomingUpdates.currentWrite(connection)
      // Apply an update that was accepted on arrival, even if its author has lost the permission before the
      // update is applied.
      connection.readOnly = is_reader && storing === undefined
      if (type === syncStep1Type || connection.readOnly) return
      try {
        await (storing ?? store(connection, type, payload))
        if (type === syncStep2Type) answers.given(connection)
        if (gaps.defersUpdate(connection, type, payload)) overwriteWithEmptyUpdate(payload)
      } catch (error) {
        if (!answers.isToCome(connection, type, error)) throw refusalOf(error, socket)
        gaps.postpone(connection, payload)
        overwriteWithEmptyUpdate(payload)
      }
    },

    async onDisconnect({ document }) {
      tuneBroadcast(document)
    },

    beforeHandleAwareness: checkAwareness,

    async onAwarenessUpdate(payload) {
      publishAwareness(ports.bus, log.node, payload)
    },

    async onStoreDocument({ documentName }) {
      const entry = open.get(documentName)
      if (entry) await log.merge(documentName, entry.workspace_id)
    },
  })

  async function store(
    connection: Connection<ConnectionContext>,
    type: number,
    update: Uint8Array,
  ): Promise<void> {
    if (!isSyncReplyWithoutNewContent(connection.document, type, update)) await log.record(connection, update)
  }
}

const opensAtOnce = 4

/**
 * Returns a function that runs database queries of a socket, only a few at a time, so that other requests get
 * connections. If the database does not answer, the socket is closed; the client keeps its edits and
 * reconnects.
 */
function createOpener(log: Logger) {
  const turns = new WeakMap<ClientSocket, ReturnType<typeof createConcurrencyLimiter>>()
  return async <T>(socket: ClientSocket, openDocument: () => Promise<T>): Promise<T> => {
    const run = turns.get(socket) ?? createConcurrencyLimiter(opensAtOnce)
    turns.set(socket, run)
    try {
      return await run(openDocument)
    } catch (error) {
      log.error({ err: error }, 'a document could not be opened')
      throw closeSocketFor(socket, new DocumentRejection('unavailable'))
    }
  }
}

/**
 * Closes the socket after a refusal, so that the client reconnects. If only one document is too large, the socket
 * stays open for other documents.
 */
function closeSocketFor(socket: ClientSocket, refusal: DocumentRejection): DocumentRejection {
  if (refusal.reason !== 'too-large') setImmediate(() => socket.close(refusal.code, refusal.reason))
  return refusal
}

function refusalOf(error: unknown, socket: ClientSocket): unknown {
  return error instanceof DocumentRejection ? closeSocketFor(socket, error) : error
}

/**
 * Decides whether the updates of one turn of the event loop are merged. Merging saves messages if the
 * document has many connections. With few connections, merging costs more time than it saves.
 */
function tuneBroadcast(document: Document): void {
  document.flushDelay = document.getConnectionsCount() > fewReaders ? 0 : false
}

const fewReaders = 8
