import { type Extensions, Node } from '@tiptap/core'

/**
 * A toggle: a summary line with collapsible blocks. Each user collapses it for themselves, so the document
 * does not store that state. The schema allows any blocks and any number of summaries, although editors
 * create one summary followed by blocks. The result of concurrent edits is therefore always valid, and no
 * content is lost.
 */
export function toggleNodes(): Extensions {
  return [
    Node.create({
      name: 'details',
      group: 'block',
      content: '(block | detailsSummary)+',
      defining: true,
      parseHTML: () => [{ tag: 'details' }],
      renderHTML: ({ HTMLAttributes }) => ['details', HTMLAttributes, 0],
    }),
    Node.create({
      name: 'detailsSummary',
      content: 'inline*',
      defining: true,
      parseHTML: () => [{ tag: 'details > summary' }],
      renderHTML: ({ HTMLAttributes }) => ['summary', HTMLAttributes, 0],
    }),
  ]
}
