import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { sliceToMarkdown } from './document-markdown.ts'

/**
 * Copies Markdown as the plain-text format of the clipboard, which programs use if they do not accept HTML.
 */
export const copyAsMarkdownExtension = Extension.create({
  name: 'copiedMarkdown',
  // Must run before Tiptap's serializer, which copies plain text without Markdown syntax.
  priority: 1_010,
  addProseMirrorPlugins: () => [
    new Plugin({ props: { clipboardTextSerializer: (slice) => sliceToMarkdown(slice) } }),
  ],
})
