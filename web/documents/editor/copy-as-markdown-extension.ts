import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { sliceToMarkdown } from './document-markdown.ts'
import { textBlockSelector } from './text-block-selector.ts'

/**
 * Copies Markdown as the plain-text format of the clipboard, which programs use if they do not accept HTML.
 */
export const copyAsMarkdownExtension = Extension.create({
  name: 'copiedMarkdown',
  // Must run before Tiptap's serializer, which copies plain text without Markdown syntax.
  priority: 1_010,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        clipboardTextSerializer: (slice, view) =>
          sliceToMarkdown(slice, undefined, (reference) => displayedText(view, reference)),
      },
    }),
  ],
})

/** Returns the text that the selected reference to a synced block shows. */
function displayedText(view: EditorView, reference: Node): string {
  const { doc, selection } = view.state
  let text = ''
  doc.nodesBetween(selection.from, selection.to, (node, position) => {
    const dom = node === reference ? view.nodeDOM(position) : null
    const blocks =
      dom instanceof Element ? dom.querySelectorAll(`.document :is(${textBlockSelector}, pre)`) : []
    text ||= [...blocks].map((block) => block.textContent).join('\n')
  })
  return text
}
