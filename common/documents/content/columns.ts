import { type Extensions, Node } from '@tiptap/core'

/**
 * Blocks in columns beside each other. Editors create two to five columns, but concurrent edits can result in any
 * number of columns. Clients must therefore draw any number: a single column fills the width, and columns that do
 * not fit wrap into another row.
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
          parseHTML: (element) => parseColumnWidth(element.getAttribute('data-width')),
        },
      }),
      parseHTML: () => [{ tag: 'div[data-type="column"]' }],
      renderHTML: ({ node }) => [
        'div',
        { 'data-type': 'column', 'data-width': parseColumnWidth(node.attrs.width) },
        0,
      ],
    }),
  ]
}

export const minColumns = 2
export const maxColumns = 5

const narrowest = 0.2
const widest = 5

/**
 * Returns the width of a column relative to the default width 1. A relative width stays correct when other
 * columns are added or removed. Returns null for the default width and for invalid values, because any client
 * can write the attribute.
 */
export function parseColumnWidth(value: unknown): number | null {
  const width = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof width !== 'number' || !Number.isFinite(width) || width <= 0) return null
  const rounded = Math.round(Math.min(widest, Math.max(narrowest, width)) * 100) / 100
  return rounded === 1 ? null : rounded
}
