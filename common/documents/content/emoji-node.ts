import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { parseEmoji, parseEmojiName } from './emojis.ts'

/**
 * An emoji that was chosen by name. The node stores the character beside the name, so that programs need no
 * list of emojis to show it.
 */
export const Emoji = Node.create({
  name: 'emoji',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes() {
    return {
      name: { default: null, parseHTML: (element) => parseEmojiName(element.getAttribute('data-name')) },
      sign: { default: null, parseHTML: (element) => parseEmoji(element.textContent?.trim()) },
    }
  },
  parseHTML() {
    return [
      {
        tag: 'span[data-type="emoji"]',
        getAttrs: (element) =>
          parseEmojiName(element.getAttribute('data-name')) === null &&
          parseEmoji(element.textContent?.trim()) === null
            ? false
            : null,
      },
    ]
  },
  renderHTML: ({ node }) => [
    'span',
    { 'data-type': 'emoji', 'data-name': parseEmojiName(node.attrs.name) },
    emojiOfNode(node) ?? '',
  ],
  renderText: ({ node }) => emojiOfNode(node) ?? '',
})

/**
 * Returns the character of an emoji node, or its name if the character is missing. Returns null for other
 * nodes.
 */
export function emojiOfNode({ type, attrs }: DocumentNode): string | null {
  if (type.name !== Emoji.name) return null
  const name = parseEmojiName(attrs.name)
  return parseEmoji(attrs.sign) ?? (name === null ? '' : `:${name}:`)
}
