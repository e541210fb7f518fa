import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { sliceToMarkdown } from './document-markdown.ts'

/** Writes the plain-text version of a copy as Markdown, for targets that do not accept HTML. */
export const copyAsMarkdownExtension = Extension.create({
  name: 'copiedMarkdown',
  // Must run before Tiptap's serializer, which copies plain text without Markdown syntax.
  priority: 1_010,
  addProseMirrorPlugins: () => [
    new Plugin({ props: { clipboardTextSerializer: (slice) => sliceToMarkdown(slice) } }),
  ],
})
