import { Extension } from '@tiptap/core'
import { parseIndent } from './indents.ts'

/** The indentation of a paragraph or heading in levels. Null if the block is not indented. */
export const Indent = Extension.create({
  name: 'indent',
  addGlobalAttributes() {
    return [
      {
        types: ['paragraph', 'heading'],
        attributes: {
          indent: {
            default: null,
            parseHTML: (element) => parseIndent(element.getAttribute('data-indent')),
            renderHTML: ({ indent }) => ({ 'data-indent': parseIndent(indent) }),
          },
        },
      },
    ]
  },
})
