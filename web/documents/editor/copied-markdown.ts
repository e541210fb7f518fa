import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { markdownOfSlice } from './document-markdown.ts'

/** What is copied is Markdown where it is put into something that takes no HTML. */
export const copiedMarkdown = Extension.create({
  name: 'copiedMarkdown',
  // Before Tiptap's own, which knows blocks by their letters alone.
  priority: 1_010,
  addProseMirrorPlugins: () => [
    new Plugin({ props: { clipboardTextSerializer: (slice) => markdownOfSlice(slice) } }),
  ],
})
