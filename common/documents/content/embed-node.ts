import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { type EmbedAttributes, embedPageUrl, validEmbedAttributes } from './embeds.ts'

/**
 * A block that embeds content of a supported host, such as a video or a design. Nothing is requested from the host
 * until the user opens the content. In HTML, the content is a link to its page. The node is named `video`, because
 * earlier versions of the schema supported only videos, and stored documents contain the name.
 */
export const Embed = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes() {
    return {
      host: {
        default: null,
        rendered: false,
        parseHTML: (element) => parseEmbedElement(element)?.host ?? null,
      },
      video: {
        default: null,
        rendered: false,
        parseHTML: (element) => parseEmbedElement(element)?.video ?? null,
      },
    }
  },
  parseHTML() {
    return [
      {
        tag: 'div[data-type="video"]',
        getAttrs: (element) => (parseEmbedElement(element) === null ? false : null),
      },
    ]
  },
  renderHTML({ node, HTMLAttributes }) {
    const embed = embedOfNode(node)
    if (embed === null) return ['div', { 'data-type': 'video', ...HTMLAttributes }]
    const page = embedPageUrl(embed)
    const link = { href: page, target: '_blank', rel: 'noopener noreferrer nofollow' }
    return [
      'div',
      { 'data-type': 'video', 'data-host': embed.host, 'data-video': embed.video, ...HTMLAttributes },
      ['a', link, page],
    ]
  },
  renderText: ({ node }) => embedUrlOfNode(node) ?? '',
})

/** Returns the validated attributes of an embed, or null for other nodes. */
export function embedOfNode({ type, attrs }: DocumentNode): EmbedAttributes | null {
  return type.name === Embed.name ? validEmbedAttributes(attrs) : null
}

/**
 * Returns the address of the page of embedded content at its host. Returns null for an invalid embed and
 * for other nodes.
 */
export function embedUrlOfNode(node: DocumentNode): string | null {
  const embed = embedOfNode(node)
  return embed === null ? null : embedPageUrl(embed)
}

export function parseEmbedElement(element: Element): EmbedAttributes | null {
  return validEmbedAttributes({
    host: element.getAttribute('data-host'),
    video: element.getAttribute('data-video'),
  })
}
