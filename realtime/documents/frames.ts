import { MessageType } from '@hocuspocus/server'
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { ownerOf } from '#common/documents/content/names.ts'

/*
 * The Hocuspocus protocol puts the document's name (for some clients with a zero byte and a session behind it) as a length-prefixed
 * string before each message of the y-websocket protocol, and adds message types of its own. The first message for a name is
 * Auth (2) with sub-type Token (0) and the token. A client of plain y-websocket has named its document in the URL and knows the
 * types 0 (sync), 1 (awareness), 2 (auth), 3 (query awareness) alone.
 */

export interface Head {
  address: string
  type: number
}

/** The address and the type of a frame, or null for one that has none. */
export function headOf(frame: Uint8Array): Head | null {
  try {
    const decoder = decoding.createDecoder(frame)
    return { address: decoding.readVarString(decoder), type: decoding.readVarUint(decoder) }
  } catch {
    return null
  }
}

/** The document that an address names, a client's own session behind it left out; null for any other address. */
export function documentOf(address: string): string | null {
  const end = address.indexOf('\0')
  const name = end === -1 ? address : address.slice(0, end)
  return ownerOf(name) ? name : null
}

export function authFrame(name: string): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarString(encoder, name)
  encoding.writeVarUint(encoder, MessageType.Auth)
  encoding.writeVarUint(encoder, 0)
  encoding.writeVarString(encoder, '')
  return encoding.toUint8Array(encoder)
}

export function withName(name: string, message: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarString(encoder, name)
  encoding.writeUint8Array(encoder, message)
  return encoding.toUint8Array(encoder)
}

/** The same message about a document of another name. */
export function renamed(frame: Uint8Array, name: string): Uint8Array {
  return withName(name, withoutName(frame).message)
}

export interface PlainFrame {
  type: number
  /** The message without the name, as plain y-websocket has it. */
  message: Uint8Array
}

export function withoutName(frame: Uint8Array): PlainFrame {
  const decoder = decoding.createDecoder(frame)
  decoding.readVarString(decoder)
  const message = frame.subarray(decoder.pos)
  return { type: decoding.readVarUint(decoder), message }
}

/** Whether an Auth message says that permission was denied; the other sub-types are none of a plain client's business. */
export function isDenial(message: Uint8Array): boolean {
  const decoder = decoding.createDecoder(message)
  decoding.readVarUint(decoder)
  return decoding.readVarUint(decoder) === 1
}

/** The reason in a message that closes one document. */
export function closeReason(message: Uint8Array): string {
  const decoder = decoding.createDecoder(message)
  decoding.readVarUint(decoder)
  return decoding.readVarString(decoder)
}

/** Reads a single change or the answer in the first exchange; null for every other frame. */
export function changeIn(frame: Uint8Array): { address: string; type: number; update: Uint8Array } | null {
  try {
    const decoder = decoding.createDecoder(frame)
    const address = decoding.readVarString(decoder)
    if (decoding.readVarUint(decoder) !== MessageType.Sync) return null
    const type = decoding.readVarUint(decoder)
    const isChange = type === syncStep2 || type === syncUpdate
    return isChange ? { address, type, update: decoding.readVarUint8Array(decoder) } : null
  } catch {
    return null
  }
}

/** Whether a frame asks for what its sender lacks of a document. */
export function asksForState(frame: Uint8Array): boolean {
  try {
    const decoder = decoding.createDecoder(frame)
    decoding.readVarString(decoder)
    const type = decoding.readVarUint(decoder)
    const isSync = type === MessageType.Sync || type === MessageType.SyncReply
    return isSync && decoding.readVarUint(decoder) === syncStep1
  } catch {
    return false
  }
}

/** Types within a sync message: what a side has, what the other lacks, and a single change. */
export const syncStep1 = 0
export const syncStep2 = 1
export const syncUpdate = 2

/** Checks that all parts of a frame can be read. Hocuspocus would fail later, in the middle of its work. */
export function isWellFormed(frame: Uint8Array): boolean {
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
    const isKnown = decoding.readVarUint(decoder) <= syncUpdate
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
