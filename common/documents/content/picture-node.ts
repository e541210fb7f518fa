import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { attributesBy, elementsByTag } from './file-elements.ts'
import { checkedPicture, noPicture, type PictureAttributes, pictureOf } from './pictures.ts'

const read = attributesBy(pictureOf)

/**
 * A picture in a text. `src` contains only the id of the file, and clients build the address from the id.
 * Therefore, the text can be moved to another project, and nothing is loaded from other sites. The stored
 * size reserves space on the screen before the file is loaded.
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

/** Returns the validated attributes of a picture node, or null for other nodes. */
export function pictureIn({ type, attrs }: DocumentNode): PictureAttributes | null {
  return type.name === Picture.name ? checkedPicture(attrs) : null
}
