import { type Extensions, Node } from '@tiptap/core'

/**
 * A toggle: a summary line with collapsible blocks. The collapsed state belongs to each reader and is not stored in the document.
 * The schema allows any blocks and any number of summaries, although editors create one summary followed by blocks. So the result
 * of concurrent edits is always valid, and no content is lost.
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
