import { type Connection, type Document, Hocuspocus } from '@hocuspocus/server'
import type { Logger } from 'pino'
import { limitConcurrency } from '#api/platform/concurrency/limit-concurrency.ts'
import { announce } from '#api/platform/context/document-news.ts'
import { maxDocumentBytes } from '#common/documents/content/limits.ts'
import { ownerOf } from '#common/documents/content/names.ts'
import { announceAwareness, checkAwareness } from './awareness.ts'
import type { EarlyAppends } from './early-appends.ts'
import type { EarlyQuestions } from './early-questions.ts'
import { createFirstAnswers, isNothingNew, sayNothing } from './first-answer.ts'
import { answerFirstSync } from './first-sync.ts'
import { syncStep1, syncStep2 } from './frames.ts'
import { createGaps } from './gaps.ts'
import type { DocumentLog } from './log.ts'
import type { OpenDocuments } from './open-documents.ts'
import { mostOpen } from './open-limit.ts'
import { saysItIsAnother } from './page-bridge.ts'
import {
  type ClientSocket,
  type DocumentServerPorts,
  type DocumentTiming,
  Refusal,
  type Visit,
} from './ports.ts'
import { grant } from './rights.ts'

/** Configures Hocuspocus with permissions and the log: it applies and acknowledges only what is stored in the database. */
export function createHocuspocus(
  ports: DocumentServerPorts,
  timing: DocumentTiming,
  open: OpenDocuments,
  log: DocumentLog,
  early: EarlyAppends,
  questions: EarlyQuestions,
  rightsHeard: () => number,
): Hocuspocus<Visit> {
  const answers = createFirstAnswers()
  const gaps = createGaps(answers)
  const orClose = createOpener(ports.log)

  return new Hocuspocus<Visit>({
    quiet: true,
    debounce: timing.idle,
    maxDebounce: timing.longest,
    // Updates that arrive while a document loads; sync requests wait in `questions`. The limits may be generous,
    // because the socket is authenticated.
    maxUnauthenticatedQueueMessages: 100_000,
    maxUnauthenticatedQueueSize: maxDocumentBytes + 65_536,
    maxPendingDocuments: mostOpen,

    async onAuthenticate({ documentName, context, connectionConfig, token }) {
      const heard = rightsHeard()
      if (!ownerOf(documentName) || saysItIsAnother(token, context.user.user_id))
        throw new Refusal('forbidden')
      const access = await orClose(context.socket, () => ports.access(context.user, documentName))
      if (!access) throw new Refusal('forbidden')
      connectionConfig.readOnly = access.right === 'read'
      return { workspace_id: access.workspace_id, is_reader: connectionConfig.readOnly, rights_heard: heard }
    },

    async connected({ connection, documentName }) {
      early.join(connection)
      tuneBroadcast(connection.document)
      const { user, rights_heard, socket } = connection.context
      // Permissions may have changed while the document was loading, so check them again.
      if (rights_heard !== rightsHeard())
        grant(connection, await orClose(socket, () => ports.access(user, documentName)))
      early.beginWaiting(connection)
      questions.opened(connection)
    },

    async onLoadDocument({ document, documentName, context }) {
      document.on('destroy', () => {
        if (open.get(documentName)?.document === document) open.delete(documentName)
      })
      try {
        return await orClose(context.socket, () => log.load(documentName, context.workspace_id, document))
      } catch (error) {
        open.delete(documentName)
        throw error
      }
    },

    async afterLoadDocument({ documentName, context }) {
      announce(ports.bus, { kind: 'awareness-asked', from: log.node, name: documentName })
      const left = open.get(documentName)?.known.size ?? 0
      if (left > 0) void log.merge(documentName, context.workspace_id)
    },

    async beforeHandleMessage({ connection, update }) {
      gaps.handling(connection)
      answerFirstSync(open, connection, update)
      early.handling(connection, update)
    },

    async beforeSync({ connection, type, payload }) {
      const { is_reader, socket } = connection.context
      const storing = early.storing(connection)
      // An update that was accepted on arrival is applied, even if its author has lost the permission since.
      connection.readOnly = is_reader && storing === undefined
      if (type === syncStep1 || connection.readOnly) return
      try {
        await (storing ?? store(connection, type, payload))
        if (type === syncStep2) answers.given(connection)
        if (gaps.keeps(connection, type, payload)) sayNothing(payload)
      } catch (error) {
        if (!answers.isToCome(connection, type, error)) throw refusalOf(error, socket)
        gaps.postpone(connection, payload)
        sayNothing(payload)
      }
    },

    async onDisconnect({ document }) {
      tuneBroadcast(document)
    },

    beforeHandleAwareness: checkAwareness,

    async onAwarenessUpdate(payload) {
      announceAwareness(ports.bus, log.node, payload)
    },

    async onStoreDocument({ documentName }) {
      const entry = open.get(documentName)
      if (entry) await log.merge(documentName, entry.workspace_id)
    },
  })

  async function store(connection: Connection<Visit>, type: number, update: Uint8Array): Promise<void> {
    if (!isNothingNew(connection.document, type, update)) await log.record(connection, update)
  }
}

const opensAtOnce = 4

/**
 * Returns a function that runs database queries of a socket, a few at a time, so that other requests get connections.
 * If the database does not answer, the socket is closed; the client keeps its edits and reconnects.
 */
function createOpener(log: Logger) {
  const turns = new WeakMap<ClientSocket, ReturnType<typeof limitConcurrency>>()
  return async <T>(socket: ClientSocket, ask: () => Promise<T>): Promise<T> => {
    const run = turns.get(socket) ?? limitConcurrency(opensAtOnce)
    turns.set(socket, run)
    try {
      return await run(ask)
    } catch (error) {
      log.error({ err: error }, 'a document could not be opened')
      throw closing(socket, new Refusal('unavailable'))
    }
  }
}

/** Closes the socket after a refusal, so that the client starts again. A document that is too large only affects itself. */
function closing(socket: ClientSocket, refusal: Refusal): Refusal {
  if (refusal.reason !== 'too-large') setImmediate(() => socket.close(refusal.code, refusal.reason))
  return refusal
}

function refusalOf(error: unknown, socket: ClientSocket): unknown {
  return error instanceof Refusal ? closing(socket, error) : error
}

/** Merging the updates of a turn saves messages if there are many readers. With few readers, it costs more than it saves. */
function tuneBroadcast(document: Document): void {
  document.flushDelay = document.getConnectionsCount() > fewReaders ? 0 : false
}

const fewReaders = 8
