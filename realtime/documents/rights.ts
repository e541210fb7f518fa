import { type Connection, OutgoingMessage } from '@hocuspocus/server'
import type { DocumentAccessChange } from '#api/platform/context/document-events.ts'
import type { DocumentAccess } from '#api/platform/context/documents.ts'
import type { OpenDocument, OpenDocuments } from './open-document.ts'
import { type ConnectionContext, DocumentRejection, type DocumentServerPorts } from './ports.ts'

/**
 * Checks again the permissions of all connections that `changed` selects. Closes connections whose user has no
 * access any more, and updates whether the other users may edit.
 */
export async function recheckDocumentAccess(
  ports: DocumentServerPorts,
  open: OpenDocuments,
  changed: DocumentAccessChange,
): Promise<void> {
  const accesses = new Map<string, Promise<DocumentAccess | null>>()
  const checks = connectionsOf(open, changed).map(async ([entry, connection]) => {
    const { user } = connection.context
    // Share one lookup per session instead of per user, because an API token may have fewer permissions than
    // its user.
    const key = `${user.session} ${entry.name}`
    const answer = accesses.get(key) ?? ports.access(user, entry.name)
    accesses.set(key, answer)
    applyAccessToConnection(connection, await answer)
  })
  const failed = (await Promise.allSettled(checks)).filter((check) => check.status === 'rejected')
  for (const { reason } of failed)
    ports.log.error({ err: reason }, 'the rights of an open document could not be looked up')
}

function connectionsOf(
  open: OpenDocuments,
  changed: DocumentAccessChange,
): [OpenDocument, Connection<ConnectionContext>][] {
  return [...open.values()]
    .filter((entry) => changed.name === undefined || entry.name === changed.name)
    .filter((entry) => changed.workspace_id === undefined || entry.workspace_id === changed.workspace_id)
    .flatMap((entry) =>
      getDocumentConnections(entry).map((connection): [OpenDocument, Connection<ConnectionContext>] => [
        entry,
        connection,
      ]),
    )
    .filter(
      ([, connection]) =>
        changed.user_id === undefined || connection.context.user.user_id === changed.user_id,
    )
}

/**
 * Changes the permission of an open connection. Closes the connection if the user no longer has access to the
 * document.
 */
export function applyAccessToConnection(
  connection: Connection<ConnectionContext>,
  access: DocumentAccess | null,
): void {
  if (access === null) {
    connection.close(new DocumentRejection('forbidden'))
    return
  }
  const isReader = access.right === 'read'
  if (connection.context.is_reader === isReader) return
  connection.context.is_reader = isReader
  connection.send(new OutgoingMessage(connection.messageAddress).writeAuthenticated(isReader).toUint8Array())
  // If a client may edit again, request everything that the document lacks. The server rejected edits that
  // the client made while it could only read, and Yjs cannot apply later updates without these edits.
  if (!isReader) connection.send(firstSync(connection))
}

function firstSync({ messageAddress, document }: Connection<ConnectionContext>): Uint8Array {
  return new OutgoingMessage(messageAddress)
    .createSyncMessage()
    .writeFirstSyncStepFor(document)
    .toUint8Array()
}

/**
 * Returns the connections of a document. The cast is safe, because `onAuthenticate` gives all connections a
 * `ConnectionContext`.
 */
export function getDocumentConnections(entry: OpenDocument): Connection<ConnectionContext>[] {
  return entry.document.getConnections()
}
