import { MessageType } from '@hocuspocus/server'
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { parseDocumentName } from '#common/documents/content/names.ts'

/**
 * Format of the messages. Each message of the Hocuspocus protocol is a length-prefixed document name and a
 * y-websocket message. Some clients append a zero byte and a session id to the name. Hocuspocus has
 * additional message types. The first message for a name is Auth (2) with sub-type Token (0) and the token.
 * Plain y-websocket clients name their document in the URL and only know the types 0 (sync), 1 (awareness), 2
 * (auth) and 3 (query awareness).
 */

export interface FrameHeader {
  address: string
  type: number
}

/**
 * Returns the address of a frame, which is a document name and an optional session id, and its message type.
 * Returns null if the frame is invalid.
 */
export function parseFrameHeader(frame: Uint8Array): FrameHeader | null {
  try {
    const decoder = decoding.createDecoder(frame)
    return { address: decoding.readVarString(decoder), type: decoding.readVarUint(decoder) }
  } catch {
    return null
  }
}

/**
 * Returns the document name of an address, without the session id. Returns null if the address does not name
 * a document.
 */
export function parseDocumentNameFromAddress(address: string): string | null {
  const end = address.indexOf('\0')
  const name = end === -1 ? address : address.slice(0, end)
  return parseDocumentName(name) ? name : null
}

export function createAuthFrame(name: string): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarString(encoder, name)
  encoding.writeVarUint(encoder, MessageType.Auth)
  encoding.writeVarUint(encoder, 0)
  encoding.writeVarString(encoder, '')
  return encoding.toUint8Array(encoder)
}

export function addDocumentName(name: string, message: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarString(encoder, name)
  encoding.writeUint8Array(encoder, message)
  return encoding.toUint8Array(encoder)
}

/** Returns the frame with another document name. */
export function replaceDocumentName(frame: Uint8Array, name: string): Uint8Array {
  return addDocumentName(name, removeDocumentName(frame).message)
}

export interface FrameWithoutName {
  type: number
  /** The message without the document name, as in plain y-websocket. */
  message: Uint8Array
}

export function removeDocumentName(frame: Uint8Array): FrameWithoutName {
  const decoder = decoding.createDecoder(frame)
  decoding.readVarString(decoder)
  const message = frame.subarray(decoder.pos)
  return { type: decoding.readVarUint(decoder), message }
}

/**
 * Returns whether an Auth message denies permission. Plain y-websocket clients ignore the other sub-types of
 * Auth messages.
 */
export function isAuthDenial(message: Uint8Array): boolean {
  const decoder = decoding.createDecoder(message)
  decoding.readVarUint(decoder)
  return decoding.readVarUint(decoder) === 1
}

/** Returns the reason that a Close message contains. The message closes one document. */
export function closeReason(message: Uint8Array): string {
  const decoder = decoding.createDecoder(message)
  decoding.readVarUint(decoder)
  return decoding.readVarString(decoder)
}

/**
 * Returns the update in a frame: a single change, or the answer to a state vector. Returns null for every
 * other frame.
 */
export function parseUpdateFrame(
  frame: Uint8Array,
): { address: string; type: number; update: Uint8Array } | null {
  try {
    const decoder = decoding.createDecoder(frame)
    const address = decoding.readVarString(decoder)
    if (decoding.readVarUint(decoder) !== MessageType.Sync) return null
    const type = decoding.readVarUint(decoder)
    const isChange = type === syncStep2Type || type === syncUpdateType
    return isChange ? { address, type, update: decoding.readVarUint8Array(decoder) } : null
  } catch {
    return null
  }
}

/** Returns whether a frame requests the updates that its sender lacks. */
export function isSyncRequestFrame(frame: Uint8Array): boolean {
  try {
    const decoder = decoding.createDecoder(frame)
    decoding.readVarString(decoder)
    const type = decoding.readVarUint(decoder)
    const isSync = type === MessageType.Sync || type === MessageType.SyncReply
    return isSync && decoding.readVarUint(decoder) === syncStep1Type
  } catch {
    return false
  }
}

/**
 * Type numbers of sync messages in the Yjs protocol: step 1 contains a state vector, step 2 the missing
 * updates, and `update` a single change.
 */
export const syncStep1Type = 0
export const syncStep2Type = 1
export const syncUpdateType = 2

/**
 * Checks that all parts of a frame can be read. Hocuspocus checks less, and would fail after it has already
 * processed a part of the frame.
 */
export function isWellFormedFrame(frame: Uint8Array): boolean {
  try {
    const decoder = decoding.createDecoder(frame)
    decoding.readVarString(decoder)
    return isReadable(decoding.readVarUint(decoder), decoder)
  } catch {
    return false
  }
}

function isReadable(type: number, decoder: decoding.Decoder): boolean {
  if (type === MessageType.Sync || type === MessageType.SyncReply) {
    const isKnown = decoding.readVarUint(decoder) <= syncUpdateType
    decoding.readVarUint8Array(decoder)
    return isKnown
  }
  if (type === MessageType.Awareness) readStates(decoding.createDecoder(decoding.readVarUint8Array(decoder)))
  if (type === MessageType.Stateless) decoding.readVarString(decoder)
  if (type === MessageType.Auth) {
    const isToken = decoding.readVarUint(decoder) === 0
    decoding.readVarString(decoder)
    return isToken
  }
  return type !== MessageType.BroadcastStateless
}

function readStates(decoder: decoding.Decoder): void {
  for (let left = decoding.readVarUint(decoder); left > 0; left--) {
    decoding.readVarUint(decoder)
    decoding.readVarUint(decoder)
    JSON.parse(decoding.readVarString(decoder))
  }
}
