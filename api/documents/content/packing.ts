import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'

/**
 * A log row contains one or more Yjs updates. Each update follows its length as a variable-length unsigned
 * integer: 7 bits per byte, least significant group first, high bit set on all but the last byte. Typing
 * creates many tiny updates. Therefore, all updates that one user sends while a commit is running are packed
 * into one row. Merging the updates would cost more than storing them.
 */

export function packUpdates(updates: Uint8Array[]): Uint8Array {
  const encoder = encoding.createEncoder()
  for (const update of updates) encoding.writeVarUint8Array(encoder, update)
  return encoding.toUint8Array(encoder)
}

export function unpackUpdates(packed: Uint8Array): Uint8Array[] {
  const decoder = decoding.createDecoder(packed)
  const updates: Uint8Array[] = []
  while (decoding.hasContent(decoder)) updates.push(decoding.readVarUint8Array(decoder))
  return updates
}
