import { type Extensions, Node } from '@tiptap/core'

/**
 * A line with blocks that are folded away behind it; whether they are is each reader's own and not in the text. It may hold any blocks and
 * any number of such lines, although editors make one line and blocks below: of what two people did to one at the same time, merged by Yjs,
 * there is then nothing that the schema refuses, and nothing is lost.
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
