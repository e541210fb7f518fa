import { type Connection, MessageType, OutgoingMessage } from '@hocuspocus/server'
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { addDocumentName, syncStep1Type } from './frames.ts'
import type { OpenDocuments } from './open-document.ts'
import type { ConnectionContext } from './ports.ts'

/**
 * Sends a large document to a new client in its stored form, and requests only the remaining changes from the
 * client. Encoding megabytes again for each client would block the event loop.
 */
export function respondToFirstSync(
  open: OpenDocuments,
  connection: Connection<ConnectionContext>,
  frame: Uint8Array,
): void {
  const { document, messageAddress } = connection
  const entry = open.get(document.name)
  const offset = entry?.document === document && entry.stored ? offsetOfFullRequest(frame) : null
  if (!entry?.stored || offset === null) return
  const { update, vector } = entry.stored
  connection.send(new OutgoingMessage(messageAddress).createSyncMessage().writeUpdate(update).toUint8Array())
  connection.handleMessage(syncStepOne(messageAddress, vector))
  // Change the frame to a harmless awareness query, because it cannot be removed from the queue.
  frame[offset] = MessageType.QueryAwareness
}

/**
 * Returns the offset of the message type if the frame requests the whole document; otherwise returns null.
 */
function offsetOfFullRequest(frame: Uint8Array): number | null {
  const decoder = decoding.createDecoder(frame)
  decoding.readVarUint8Array(decoder)
  const offset = decoder.pos
  const isQuestion =
    decoding.readVarUint(decoder) === MessageType.Sync && decoding.readVarUint(decoder) === syncStep1Type
  // An empty state vector requests the whole document. It is a single zero byte, which is the number of
  // clients.
  return isQuestion && decoding.readVarUint8Array(decoder).every((byte) => byte === 0) ? offset : null
}

function syncStepOne(address: string, vector: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, MessageType.Sync)
  encoding.writeVarUint(encoder, syncStep1Type)
  encoding.writeVarUint8Array(encoder, vector)
  return addDocumentName(address, encoding.toUint8Array(encoder))
}
