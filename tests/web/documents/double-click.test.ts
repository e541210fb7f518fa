import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { isBesideEnd } from '#web/documents/editor/double-click-extension.ts'

/** Creates a view in which the end of each text block is at the given horizontal position. */
function viewOf(html: string, end: number) {
  return {
    state: EditorState.create({ doc: nodeFromHtml(html) }),
    coordsAtPos: () => ({ left: end, right: end, top: 0, bottom: 20 }),
  }
}

test.each([
  ['behind the last character', 6, 120, true],
  ['on the last character', 6, 97, false],
  ['between characters', 3, 120, false],
  ['between two blocks', 7, 120, false],
])('a double click %s is beside the line: %s', (_, position, x, isBeside) => {
  expect(isBesideEnd(viewOf('<h2>Goals</h2><p>Next</p>', 100), position, x)).toBe(isBeside)
})

test('a line that is written from right to left ends at its left', () => {
  const view = viewOf('<p>שלום</p>', 100)
  expect([90, 110].map((x) => isBesideEnd(view, 5, x))).toEqual([true, false])
})
