import { type Extensions, Node } from '@tiptap/core'

/**
 * Blocks in columns beside each other. Editors make two to five; there may be one or more of them in the document, of what two people did
 * at once, and whoever shows them draws what is there: a single one is as wide as the text, too many go on in another row.
 */
export function columnNodes(): Extensions {
  return [
    Node.create({
      name: 'columns',
      group: 'block',
      content: 'column+',
      isolating: true,
      defining: true,
      parseHTML: () => [{ tag: 'div[data-type="columns"]' }],
      renderHTML: ({ HTMLAttributes }) => ['div', { 'data-type': 'columns', ...HTMLAttributes }, 0],
    }),
    Node.create({
      name: 'column',
      content: 'block+',
      isolating: true,
      defining: true,
      addAttributes: () => ({
        width: {
          default: null,
          rendered: false,
          parseHTML: (element) => columnWidth(element.getAttribute('data-width')),
        },
      }),
      parseHTML: () => [{ tag: 'div[data-type="column"]' }],
      renderHTML: ({ node }) => [
        'div',
        { 'data-type': 'column', 'data-width': columnWidth(node.attrs.width) },
        0,
      ],
    }),
  ]
}

export const fewestColumns = 2
export const columnsLimit = 5

const narrowest = 0.2
const widest = 5

/**
 * How wide a column is beside the others, of which those that say nothing are 1: what is said of one holds whichever others come and go.
 * Null for 1, and for whatever else a client has written.
 */
export function columnWidth(value: unknown): number | null {
  const width = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof width !== 'number' || !Number.isFinite(width) || width <= 0) return null
  const rounded = Math.round(Math.min(widest, Math.max(narrowest, width)) * 100) / 100
  return rounded === 1 ? null : rounded
}
