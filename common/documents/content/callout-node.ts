import { Node } from '@tiptap/core'
import {
  type CalloutAttributes,
  defaultCalloutEmoji,
  parseCalloutElement,
  validCalloutAttributes,
} from './callouts.ts'

/** A highlighted box that contains blocks, with an emoji or icon beside them. */
export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes() {
    return {
      emoji: attributeBy(({ emoji }) => emoji),
      icon: attributeBy(({ icon }) => icon),
      color: attributeBy(({ color }) => color),
      background: attributeBy(({ background }) => background),
    }
  },
  parseHTML: () => [{ tag: 'div[data-block-type="callout-component"]' }],
  renderHTML({ node, HTMLAttributes }) {
    const { emoji, icon, color, background } = validCalloutAttributes(node.attrs)
    const own = {
      'data-block-type': 'callout-component',
      'data-logo-in-use': icon === null ? 'emoji' : 'icon',
      'data-emoji-unicode': icon === null ? (emoji ?? defaultCalloutEmoji) : null,
      'data-icon-name': icon,
      'data-icon-color': icon === null ? null : color,
      'data-background': background,
    }
    return ['div', { ...own, ...HTMLAttributes }, 0]
  },
})

function attributeBy(of: (callout: CalloutAttributes) => unknown) {
  return {
    default: null,
    rendered: false,
    parseHTML: (element: HTMLElement) => of(parseCalloutElement(element)),
  }
}
