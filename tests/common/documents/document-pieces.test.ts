import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { mergeDocument } from '#api/documents/content/merge-document.ts'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { renderDocument } from '#common/documents/content/render.ts'
import { splitIntoUpdates } from '#common/documents/content/split-into-updates.ts'
import { disableMarkCleanup } from '#common/documents/content/updates.ts'
import { applyRandomEdit, randomEditFields } from '../../support/document-edits.ts'

const step = fc.record({ who: fc.nat(2), ...randomEditFields })

/** Creates a document from the edits of three people who sometimes synchronize. */
function written(steps: { who: number; kind: number; at: number }[]): Y.Doc {
  const shared = new Y.Doc()
  const people = [101, 102, 103].map((clientID) => Object.assign(new Y.Doc(), { clientID }))
  for (const { who, ...what } of steps) {
    const person = people[who] ?? shared
    applyRandomEdit(person, what)
    if (what.at % 3 === 0) continue
    Y.applyUpdate(shared, Y.encodeStateAsUpdate(person))
    Y.applyUpdate(person, Y.encodeStateAsUpdate(shared))
  }
  for (const person of people) Y.applyUpdate(shared, Y.encodeStateAsUpdate(person))
  return shared
}

test('no piece of a document depends on a later piece', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.integer({ min: 1, max: 7 }),
      (steps, most) => {
        const whole = written(steps)
        const copy = disableMarkCleanup(new Y.Doc())
        for (const piece of splitIntoUpdates(whole, most)) {
          Y.applyUpdate(copy, piece)
          expect(copy.store.pendingStructs).toBeNull()
          expect(copy.store.pendingDs).toBeNull()
        }
        expect(Y.equalSnapshots(Y.snapshot(copy), Y.snapshot(whole))).toBe(true)
        expect(renderDocument(copy)).toEqual(renderDocument(whole))
      },
    ),
    { numRuns: 500 },
  )
})

test('keeps a mark whose letters are in a later piece', () => {
  const whole = new Y.Doc()
  const text = whole.getXmlFragment(bodyFragmentName)
  const inline = new Y.XmlText('xy')
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [inline])
  text.insert(0, [paragraph])
  inline.format(0, 1, { bold: {} })
  inline.insert(1, 'bold too', { bold: {} })
  inline.delete(0, 1)
  const copy = disableMarkCleanup(new Y.Doc())
  for (const piece of splitIntoUpdates(whole, 1)) Y.applyUpdate(copy, piece)
  expect(renderDocument(copy).html).toBe('<p><strong>bold too</strong>y</p>')
})

test('splits a text of several megabytes into many small pieces', async () => {
  const html = `<p>${'word'.repeat(50)}</p>`.repeat(10_000)
  const { pieces } = await mergeDocument({ name: 'page:x', parts: [], html, derives: false, in_pieces: true })
  const doc = new Y.Doc()
  for (const piece of pieces) Y.applyUpdate(doc, piece)
  expect(renderDocument(doc).html).toBe(html)
  const largest = Math.max(...pieces.map((piece) => Y.decodeUpdate(piece).structs.length))
  expect([pieces.length > 5, largest <= 4000]).toEqual([true, true])
})
