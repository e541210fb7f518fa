import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { watchDocumentSize } from '#web/documents/editor/document-size.ts'

test('reports that a text is nearly full, until something is deleted', () => {
  const doc = new Y.Doc()
  const text = doc.getText('body')
  const told: boolean[] = []
  const room = watchDocumentSize(doc, () => told.push(room.isScarce()), 0)
  text.insert(0, 'x'.repeat(8_000_000))
  expect(told).toEqual([])
  text.insert(0, 'y'.repeat(500_000))
  text.insert(0, 'One more')
  expect(told).toEqual([true])
  text.delete(0, 1_000_000)
  expect(told).toEqual([true, false])
})

test('does not count text that was deleted again', () => {
  const doc = new Y.Doc()
  const text = doc.getText('body')
  const room = watchDocumentSize(doc, () => expect.unreachable(), 0)
  for (let time = 0; time < 6; time++) {
    text.insert(0, 'x'.repeat(2_000_000))
    text.delete(0, 2_000_000)
  }
  expect(room.isScarce()).toBe(false)
})
