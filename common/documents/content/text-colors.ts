import { Mark } from '@tiptap/core'
import { parseColorName } from '../../platform/colors.ts'

/** The mark that stores the color of text. */
export const TextColor = colorMark('textColor', 'data-text-color')

/** The mark that stores the background color of text. */
export const BackgroundColor = colorMark('backgroundColor', 'data-background-color')

/**
 * Creates a mark for a color. Text and background have separate marks, so that concurrent changes of both can
 * be merged.
 */
function colorMark(name: string, attribute: string) {
  return Mark.create({
    name,
    addAttributes() {
      return {
        color: { default: null, parseHTML: (element) => parseColorName(element.getAttribute(attribute)) },
      }
    },
    parseHTML() {
      return [
        {
          tag: `span[${attribute}]`,
          // Let the parse rule of the other color mark run too, because one element can have a text color and
          // a background color.
          consuming: false,
          getAttrs: (element) => (parseColorName(element.getAttribute(attribute)) === null ? false : null),
        },
      ]
    },
    renderHTML: ({ mark }) => ['span', { [attribute]: parseColorName(mark.attrs.color) }, 0],
  })
}
