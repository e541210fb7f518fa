import { Mark } from '@tiptap/core'
import { colorNamed } from '../../platform/colors.ts'

/** Text colour. */
export const TextColor = colorMark('textColor', 'data-text-color')

/** Background colour of text. */
export const BackgroundColor = colorMark('backgroundColor', 'data-background-color')

/**
 * These are two marks rather than one mark with two attributes, so that concurrent changes of text and background colour can be
 * merged.
 */
function colorMark(name: string, attribute: string) {
  return Mark.create({
    name,
    addAttributes() {
      return { color: { default: null, parseHTML: (element) => colorNamed(element.getAttribute(attribute)) } }
    },
    parseHTML() {
      return [
        {
          tag: `span[${attribute}]`,
          // One element can have both attributes, so the other mark must be parsed as well.
          consuming: false,
          getAttrs: (element) => (colorNamed(element.getAttribute(attribute)) === null ? false : null),
        },
      ]
    },
    renderHTML: ({ mark }) => ['span', { [attribute]: colorNamed(mark.attrs.color) }, 0],
  })
}
