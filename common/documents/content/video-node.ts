import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { type VideoAttributes, validVideoAttributes, videoPageUrl } from './videos.ts'

/**
 * A video on one of the supported hosts. Nothing is requested from the host until the user plays the video.
 * In HTML, the video is a link to its page.
 */
export const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes() {
    return {
      host: {
        default: null,
        rendered: false,
        parseHTML: (element) => parseVideoElement(element)?.host ?? null,
      },
      video: {
        default: null,
        rendered: false,
        parseHTML: (element) => parseVideoElement(element)?.video ?? null,
      },
    }
  },
  parseHTML() {
    return [
      {
        tag: 'div[data-type="video"]',
        getAttrs: (element) => (parseVideoElement(element) === null ? false : null),
      },
    ]
  },
  renderHTML({ node, HTMLAttributes }) {
    const video = videoOfNode(node)
    if (video === null) return ['div', { 'data-type': 'video', ...HTMLAttributes }]
    const page = videoPageUrl(video)
    const link = { href: page, target: '_blank', rel: 'noopener noreferrer nofollow' }
    return [
      'div',
      { 'data-type': 'video', 'data-host': video.host, 'data-video': video.video, ...HTMLAttributes },
      ['a', link, page],
    ]
  },
  renderText: ({ node }) => videoUrlOfNode(node) ?? '',
})

/** Returns the validated attributes of a video node, or null for other nodes. */
export function videoOfNode({ type, attrs }: DocumentNode): VideoAttributes | null {
  return type.name === Video.name ? validVideoAttributes(attrs) : null
}

/**
 * Returns the address of the page on which the video can be watched. Returns null for an invalid video and
 * for other nodes.
 */
export function videoUrlOfNode(node: DocumentNode): string | null {
  const video = videoOfNode(node)
  return video === null ? null : videoPageUrl(video)
}

export function parseVideoElement(element: Element): VideoAttributes | null {
  return validVideoAttributes({
    host: element.getAttribute('data-host'),
    video: element.getAttribute('data-video'),
  })
}
