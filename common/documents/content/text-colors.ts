import { Mark } from '@tiptap/core'
import { parseColorName } from '../../platform/colors.ts'

/** Mark for the color of text. */
export const TextColor = colorMark('textColor', 'data-text-color')

/** Mark for the background color of text. */
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
          // Continue with the other color mark, because one element can have both attributes.
          consuming: false,
          getAttrs: (element) => (parseColorName(element.getAttribute(attribute)) === null ? false : null),
        },
      ]
    },
    renderHTML: ({ mark }) => ['span', { [attribute]: parseColorName(mark.attrs.color) }, 0],
  })
}
