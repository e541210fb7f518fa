import { Extension } from '@tiptap/core'
import { parseTextAlignment, textAlignmentOfElement } from './alignments.ts'

/** The alignment of a paragraph or heading, or null for the start of the reading direction. */
export const TextAlign = Extension.create({
  name: 'textAlign',
  addGlobalAttributes() {
    return [
      {
        types: ['paragraph', 'heading'],
        attributes: {
          textAlign: {
            default: null,
            parseHTML: (element) => textAlignmentOfElement(element),
            renderHTML: ({ textAlign }) => {
              const alignment = parseTextAlignment(textAlign)
              return alignment === null ? {} : { style: `text-align: ${alignment}` }
            },
          },
        },
      },
    ]
  },
})
