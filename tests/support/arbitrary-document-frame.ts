import fc from 'fast-check'
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { createAuthFrame } from '#realtime/documents/frames.ts'

/**
 * Generates document frames that range from random bytes to nearly valid: a name, a type, a sub-type and a
 * payload, any of which may be invalid.
 */
export function arbitraryDocumentFrame(name: string): fc.Arbitrary<Uint8Array> {
  const payload = fc.oneof(
    fc.uint8Array({ maxLength: 64 }),
    fc.constant(Y.encodeStateAsUpdate(new Y.Doc())),
    fc.constant(Y.encodeStateVector(new Y.Doc())),
  )
  const nearly = fc
    .tuple(
      fc.constantFrom(name, `${name}\0x`, '', 'page:1', '__proto__', 'constructor'),
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 0, max: 3 }),
      payload,
      fc.boolean(),
    )
    .map(([address, type, sub, bytes, isPrefixed]) =>
      encoding.encode((encoder) => {
        encoding.writeVarString(encoder, address)
        encoding.writeVarUint(encoder, type)
        encoding.writeVarUint(encoder, sub)
        if (isPrefixed) encoding.writeVarUint8Array(encoder, bytes)
        else encoding.writeUint8Array(encoder, bytes)
      }),
    )
  return fc.oneof(fc.uint8Array({ maxLength: 100 }), nearly, fc.constant(createAuthFrame(name)))
}
