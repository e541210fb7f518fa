import { type Connection, MessageType, OutgoingMessage } from '@hocuspocus/server'
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { syncStep1, withName } from './frames.ts'
import type { OpenDocuments } from './open-documents.ts'
import type { Visit } from './ports.ts'

/**
 * A client that has nothing of a large document is sent it as it was stored, and its question goes on as that of one who has this much.
 * Encoding megabytes anew for each who comes would keep everybody else waiting.
 */
export function answerFirstSync(open: OpenDocuments, connection: Connection<Visit>, frame: Uint8Array): void {
  const { document, messageAddress } = connection
  const entry = open.get(document.name)
  const place = entry?.document === document && entry.stored ? placeOfQuestion(frame) : null
  if (!entry?.stored || place === null) return
  const { update, vector } = entry.stored
  connection.send(new OutgoingMessage(messageAddress).createSyncMessage().writeUpdate(update).toUint8Array())
  connection.handleMessage(stepOne(messageAddress, vector))
  // Its place in the queue cannot be given to another, so it becomes a question about who else is here.
  frame[place] = MessageType.QueryAwareness
}

/** Where the type of a frame stands that asks for all there is; null for every other frame. */
function placeOfQuestion(frame: Uint8Array): number | null {
  const decoder = decoding.createDecoder(frame)
  decoding.readVarUint8Array(decoder)
  const place = decoder.pos
  const isQuestion =
    decoding.readVarUint(decoder) === MessageType.Sync && decoding.readVarUint(decoder) === syncStep1
  // No client at all: the state vector is its number of clients, which is one byte.
  return isQuestion && decoding.readVarUint8Array(decoder).every((byte) => byte === 0) ? place : null
}

function stepOne(address: string, vector: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, MessageType.Sync)
  encoding.writeVarUint(encoder, syncStep1)
  encoding.writeVarUint8Array(encoder, vector)
  return withName(address, encoding.toUint8Array(encoder))
}
