import { EditorState } from '@tiptap/pm/state'
import { afterEach, expect, test, vi } from 'vitest'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { nodeToHtml } from '#common/documents/content/html.ts'
import { replacePageLinksByName } from '#web/documents/editor/page-lines/page-query.ts'

afterEach(() => vi.unstubAllGlobals())

test('a page that the server rejects leaves its name, and all text typed after it', () => {
  vi.stubGlobal('location', { origin: 'https://tandem.example' })
  const link = (id: string) =>
    `<a href="https://tandem.example/atlas/pages/${id}">https://tandem.example/atlas/pages/${id}</a>`
  const doc = nodeFromHtml(
    `<p>See ${link('1')} and ${link('2')} <strong>soon</strong></p><p>${link('1')}</p>`,
  )
  const { doc: after } = replacePageLinksByName(EditorState.create({ doc }), '/atlas/pages/1', 'Plan')
  expect(nodeToHtml(after)).toBe(
    nodeToHtml(nodeFromHtml(`<p>See Plan and ${link('2')} <strong>soon</strong></p><p>Plan</p>`)),
  )
})
