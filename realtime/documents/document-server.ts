import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { findUnmergedDocuments } from '#api/documents/content/log.ts'
import {
  type DocumentAccessChange,
  type DocumentEvent,
  onDocumentEvent,
  publishDocumentAccessChange,
} from '#api/platform/context/document-events.ts'
import { applyAwareness } from './awareness.ts'
import { createHocuspocus } from './hocuspocus.ts'
import { redirectHocuspocusOutputToLog } from './hocuspocus-output.ts'
import { createIncomingUpdateWriter } from './incoming-update-writer.ts'
import { createDocumentLog } from './log.ts'
import { createLogFollower } from './log-follower.ts'
import type { OpenDocuments } from './open-document.ts'
import { createPendingSyncRequests } from './pending-sync-requests.ts'
import { createPermissionChangeWatcher } from './permission-change-watcher.ts'
import { type DocumentServerPorts, defaultTiming } from './ports.ts'
import { recheckDocumentAccess } from './rights.ts'
import { createDocumentSockets } from './sockets.ts'

export interface DocumentServer {
  /** Handles a WebSocket upgrade for which `isDocumentUpgradeRequest` is true. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /**
   * Requests a recheck of permissions in every process. It must be called after a commit that may change who
   * can open or edit a document.
   */
  recheck(changed: DocumentAccessChange): void
  /** Closes all sockets. Resolves when the updates of all clients are committed and compacted. */
  drain(): Promise<void>
}

const longestDrainMs = 10_000
const sweepMs = 600_000

/** Creates the server for collaborative documents. Each process has one. */
export function createDocumentServer(ports: DocumentServerPorts): DocumentServer {
  const timing = { ...defaultTiming, ...ports.timing }
  const open: OpenDocuments = new Map()
  let rightsChangeCount = 0
  const log = createDocumentLog(ports, open)
  const incomingUpdates = createIncomingUpdateWriter(log)
  const syncRequests = createPendingSyncRequests()
  const hocuspocus = createHocuspocus(
    ports,
    timing,
    open,
    log,
    incomingUpdates,
    syncRequests,
    () => rightsChangeCount,
  )
  const stopLogging = redirectHocuspocusOutputToLog(ports.log)
  const sizeOf = (name: string) => open.get(name)?.bytes ?? 0
  const sockets = createDocumentSockets(ports, {
    log: ports.log,
    hocuspocus,
    incomingUpdates,
    syncRequests,
    sizeOf,
  })
  const follower = createLogFollower(ports, open)
  const rights = createPermissionChangeWatcher(ports, open, (changed) =>
    handleEvent({ kind: 'rights', changed }),
  )

  async function handleEvent(event: DocumentEvent): Promise<void> {
    if (event.kind === 'rights') {
      rightsChangeCount++
      await recheckDocumentAccess(ports, open, event.changed)
    } else if (event.kind === 'appended') {
      if (event.from !== log.node) await follower.follow(event.updates, event.from !== 'writer')
    } else applyAwareness(ports.bus, log.node, open, event)
  }

  /**
   * Compacts documents that no process has compacted, because the process died or because the document was
   * written over REST.
   */
  async function sweep(): Promise<void> {
    for (const { name, workspace_id } of await findUnmergedDocuments(ports.em.fork(), 1_000))
      await log.merge(name, workspace_id)
  }

  const logged = (work: Promise<void>) =>
    work.catch((error: unknown) => ports.log.error({ err: error }, 'documents: the database did not answer'))
  const unsubscribe = onDocumentEvent(ports.bus, (event) => void logged(handleEvent(event)))
  const timers = [
    setInterval(() => void logged(follower.catchUp()), timing.poll),
    setInterval(() => void logged(rights.catchUp()), timing.poll),
    setInterval(() => void logged(recheckDocumentAccess(ports, open, {})), timing.recheck),
    setInterval(() => void logged(sweep()), sweepMs),
  ]
  for (const timer of timers) timer.unref()
  void logged(sweep())

  return {
    handleUpgrade: sockets.handleUpgrade,
    recheck: (changed) => publishDocumentAccessChange(ports.bus, changed),
    async drain() {
      sockets.closeAll()
      for (const timer of timers) clearInterval(timer)
      const deadline = Date.now() + longestDrainMs
      while (hocuspocus.getDocumentsCount() > 0 && Date.now() < deadline) {
        hocuspocus.flushPendingStores()
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      await log.settled()
      unsubscribe()
      stopLogging()
    },
  }
}
