import { Extension } from '@tiptap/core'

const blocks = [
  'blockMath',
  'blockquote',
  'bulletList',
  'callout',
  'codeBlock',
  'columns',
  'details',
  'fileComponent',
  'heading',
  'horizontalRule',
  'imageComponent',
  'listItem',
  'liveBlock',
  'orderedList',
  'paragraph',
  'syncedBlock',
  'syncedReference',
  'table',
  'taskItem',
  'taskList',
  'video',
]

/**
 * Preserves the block ids (`data-id` in HTML) that other editors assign. Tandem's editor assigns no ids, but links
 * to a block with an id still work. When a block is split, the second half gets no id.
 */
export const BlockIds = Extension.create({
  name: 'blockIds',
  addGlobalAttributes() {
    return [
      {
        types: blocks,
        attributes: {
          id: {
            default: null,
            keepOnSplit: false,
            parseHTML: (element) => blockId(element.getAttribute('data-id')),
            renderHTML: ({ id }) => ({ 'data-id': blockId(id) }),
          },
        },
      },
    ]
  },
})

/** Validates the id, because any client can write the attribute. Returns null for an invalid id. */
function blockId(value: unknown): string | null {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null
}
