import fc from 'fast-check'
import * as Y from 'yjs'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'

export type RandomEdit = { kind: number; at: number }

/** Generators of the kind and the position of a random edit, as the argument of `fc.record`. */
export const randomEditFields = { kind: fc.nat(4), at: fc.nat(20) }

/** Applies a random edit to the visible document and returns the update that an editor would send. */
export function applyRandomEdit(doc: Y.Doc, { kind, at }: RandomEdit): Uint8Array {
  const before = Y.encodeStateVector(doc)
  const body = doc.getXmlFragment(bodyFragmentName)
  const texts = body
    .toArray()
    .flatMap((block) => (block instanceof Y.XmlElement ? block.toArray() : []))
    .filter((inline) => inline instanceof Y.XmlText)
  const text = texts[at % Math.max(1, texts.length)]
  if (kind === 0 || !text) {
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [new Y.XmlText(`w${at}`)])
    body.insert(at % (body.length + 1), [paragraph])
  } else if (kind === 1 && body.length > 1) body.delete(at % body.length, 1)
  else if (kind === 2 && text.length > 0) text.delete(at % text.length, 1)
  else if (kind === 3 && text.length > 0) text.format(0, text.length, { bold: {} })
  else text.insert(at % (text.length + 1), `x${at}`)
  return Y.encodeStateAsUpdate(doc, before)
}
