import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { renderNode } from '#common/documents/content/render.ts'
import { matchesIn, replaced } from '#web/documents/editor/find/find.ts'

const doc = nodeFromHtml(
  '<h1>Plan a.b</h1><p>A p<strong>lan</strong>, a<br>PLAN</p><ul><li><p>plan (B)</p></li></ul><pre><code>plan</code></pre>',
)
const found = (text: string, isCase = false) =>
  matchesIn(doc, text, isCase).map(({ from, to }) => doc.textBetween(from, to, null, '\n'))

test('letters are found in every block, across marks', () => {
  expect(found('plan')).toEqual(['Plan', 'plan', 'PLAN', 'plan', 'plan'])
  expect(found('plan', true)).toEqual(['plan', 'plan', 'plan'])
  expect(found('')).toEqual([])
})

test('signs stand for themselves, and a break for no letter', () => {
  expect(found('a.b')).toEqual(['a.b'])
  expect(found('(b)')).toEqual(['(B)'])
  expect(found('a-b')).toEqual([])
  expect(found('aPLAN')).toEqual([])
})

test('all are replaced in one change, in the marks of what was there', () => {
  const state = EditorState.create({ doc })
  const { doc: after } = replaced(state.tr, matchesIn(doc, 'lan', true), 'et')
  expect(renderNode(after).html).toBe(
    '<h1>Pet a.b</h1><p>A p<strong>et</strong>, a<br>PLAN</p><ul><li><p>pet (B)</p></li></ul><pre><code>pet</code></pre>',
  )
})
