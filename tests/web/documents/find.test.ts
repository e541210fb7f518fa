import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { renderNode } from '#common/documents/content/render.ts'
import { findTextMatches, replaceRanges } from '#web/documents/editor/find/find.ts'

const doc = nodeFromHtml(
  '<h1>Plan a.b</h1><p>A p<strong>lan</strong>, a<br>PLAN</p><ul><li><p>plan (B)</p></li></ul><pre><code>plan</code></pre>',
)
const found = (text: string, isCase = false) =>
  findTextMatches(doc, text, isCase).map(({ from, to }) => doc.textBetween(from, to, null, '\n'))

test('finds text in every block, across marks', () => {
  expect(found('plan')).toEqual(['Plan', 'plan', 'PLAN', 'plan', 'plan'])
  expect(found('plan', true)).toEqual(['plan', 'plan', 'plan'])
  expect(found('')).toEqual([])
})

test('matches special characters literally and no text across a break', () => {
  expect(found('a.b')).toEqual(['a.b'])
  expect(found('(b)')).toEqual(['(B)'])
  expect(found('a-b')).toEqual([])
  expect(found('aPLAN')).toEqual([])
})

test('replaces all matches in one change and keeps their marks', () => {
  const state = EditorState.create({ doc })
  const { doc: after } = replaceRanges(state.tr, findTextMatches(doc, 'lan', true), 'et')
  expect(renderNode(after).html).toBe(
    '<h1>Pet a.b</h1><p>A p<strong>et</strong>, a<br>PLAN</p><ul><li><p>pet (B)</p></li></ul><pre><code>pet</code></pre>',
  )
})
