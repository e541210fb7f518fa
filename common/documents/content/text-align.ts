import { Extension } from '@tiptap/core'
import { alignmentIn, alignmentOf } from './alignments.ts'

/** At which side a paragraph or heading stands; null for the one that its letters are read from. */
export const TextAlign = Extension.create({
  name: 'textAlign',
  addGlobalAttributes() {
    return [
      {
        types: ['paragraph', 'heading'],
        attributes: {
          textAlign: {
            default: null,
            parseHTML: (element) => alignmentIn(element),
            renderHTML: ({ textAlign }) => {
              const alignment = alignmentOf(textAlign)
              return alignment === null ? {} : { style: `text-align: ${alignment}` }
            },
          },
        },
      },
    ]
  },
})
