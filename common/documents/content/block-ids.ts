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
  'orderedList',
  'paragraph',
  'table',
  'taskItem',
  'taskList',
  'video',
]

/**
 * The id that an editor may have given a block, `data-id` in HTML. Ours gives none and keeps those of others, so that what points at
 * a block still finds it. The second half of a block that is split is a new one.
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

/** Any client may have written the attribute, and not only into HTML. */
function blockId(value: unknown): string | null {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null
}
