import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { encodeStateSince } from './updates.ts'

type Struct = Y.Item | Y.GC

/**
 * Number of structs (units of a Yjs document, such as a run of letters) that Yjs applies in about ten
 * milliseconds.
 */
const structsOfPiece = 4000

/**
 * Splits the state of a document into small updates, so that the caller can do other work between two of
 * them. The updates must be applied in order, to a document that was created with `disableMarkCleanup`. No
 * update depends on a later update. Pending structs (structs that depend on missing updates) are left out, as
 * in `encodeStateSince`.
 */
export function splitIntoUpdates(doc: Y.Doc, most = structsOfPiece): Uint8Array[] {
  const pieces: Uint8Array[] = []
  let piece = new Map<number, Struct[]>()
  let size = 0
  const end = () => {
    if (size > 0) pieces.push(encoded(piece))
    piece = new Map()
    size = 0
  }
  for (const struct of inCausalOrder(doc)) {
    const { client } = struct.id
    const structs = piece.get(client)
    if (structs) structs.push(struct)
    else piece.set(client, [struct])
    if (++size === most) end()
  }
  end()
  // Add an update that contains only the deletions.
  pieces.push(encodeStateSince(doc, Y.encodeStateVector(doc)))
  return pieces
}

/**
 * Yields each struct (unit of a Yjs document) after the structs to which it refers: its neighbors and its
 * parent.
 */
function* inCausalOrder(doc: Y.Doc): Iterable<Struct> {
  const { clients } = doc.store
  const nextIndexes = new Map<number, number>()
  const nextOf = (client: number) => clients.get(client)?.[nextIndexes.get(client) ?? 0]
  const isOut = ({ client, clock }: Y.ID) => {
    const next = nextOf(client)
    return next === undefined || next.id.clock > clock
  }
  for (const client of clients.keys()) {
    // A stack of client ids. The next struct of each client depends on a struct of the client above it in the stack.
    const waiting = [client]
    for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
      const struct = nextOf(last)
      const missing = struct && neededBy(struct).find((id) => !isOut(id))
      if (missing) waiting.push(missing.client)
      else if (struct) {
        nextIndexes.set(last, (nextIndexes.get(last) ?? 0) + 1)
        yield struct
      } else waiting.pop()
    }
  }
}

function neededBy(struct: Struct): Y.ID[] {
  if (struct instanceof Y.GC) return []
  const { origin, rightOrigin, parent, id } = struct
  const around = [origin, rightOrigin].filter((beside) => beside !== null)
  const above = around.length === 0 && parent instanceof Y.AbstractType ? parent._item?.id : null
  // Ignore references to the same client, because structs of one client are always in order.
  return [...around, ...(above ? [above] : [])].filter((needed) => needed.client !== id.client)
}

/**
 * Encodes structs in version 1 of Yjs' update format. The format contains the number of clients. For each
 * client, it contains the number of structs, the client id, the first clock and the structs. It ends with an
 * empty delete set.
 */
function encoded(piece: Map<number, Struct[]>): Uint8Array {
  const encoder = new Y.UpdateEncoderV1()
  encoding.writeVarUint(encoder.restEncoder, piece.size)
  for (const [client, structs] of piece) {
    encoding.writeVarUint(encoder.restEncoder, structs.length)
    encoder.writeClient(client)
    encoding.writeVarUint(encoder.restEncoder, structs[0]?.id.clock ?? 0)
    for (const struct of structs) struct.write(encoder, 0)
  }
  encoding.writeVarUint(encoder.restEncoder, 0)
  return encoder.toUint8Array()
}
