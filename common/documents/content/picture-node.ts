import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { checkedPicture, noPicture, type PictureAttributes, pictureOf } from './pictures.ts'
import { attributesBy, elementsByTag } from './shown-by-id.ts'

const read = attributesBy(pictureOf)

/**
 * A picture in a text. `src` is the id of its file and nothing else: who shows it makes an address of it, so that the text may move to
 * another project, and no picture is ever fetched from elsewhere. The sizes are those of the file, known before it is there.
 */
export const Picture = Node.create({
  name: 'imageComponent',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes() {
    return {
      src: read(({ id }) => id),
      alt: read(({ alt }) => alt),
      width: read(({ width }) => width),
      pixels: read(({ pixels }) => pixels),
      ratio: read(({ ratio }) => ratio),
      alignment: read(({ alignment }) => alignment),
      caption: read(({ caption }) => caption),
    }
  },
  parseHTML: () => elementsByTag('image-component'),
  renderHTML({ node, HTMLAttributes }) {
    const { id, alt, width, pixels, ratio, alignment, caption } = pictureIn(node) ?? noPicture
    const own = {
      src: id,
      alt,
      width: width && `${width}%`,
      'data-pixels': pixels,
      aspectratio: ratio,
      alignment,
      'data-caption': caption,
    }
    return ['image-component', { ...own, ...HTMLAttributes }]
  },
  renderText: ({ node }) => pictureIn(node)?.caption ?? pictureIn(node)?.alt ?? '',
})

/** What a node shows, null for one that is no picture. Any client may have written the attributes. */
export function pictureIn({ type, attrs }: DocumentNode): PictureAttributes | null {
  return type.name === Picture.name ? checkedPicture(attrs) : null
}
