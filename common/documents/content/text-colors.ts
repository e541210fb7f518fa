import { Mark } from '@tiptap/core'
import { colorNamed } from '../../platform/colors.ts'

/** Letters in a colour. */
export const TextColor = colorMark('textColor', 'data-text-color')

/** Letters on a colour. */
export const BackgroundColor = colorMark('backgroundColor', 'data-background-color')

/** Two marks and not one of two attributes: two people may colour letters and what is behind them at the same time. */
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
          // One element may say both.
          consuming: false,
          getAttrs: (element) => (colorNamed(element.getAttribute(attribute)) === null ? false : null),
        },
      ]
    },
    renderHTML: ({ mark }) => ['span', { [attribute]: colorNamed(mark.attrs.color) }, 0],
  })
}
