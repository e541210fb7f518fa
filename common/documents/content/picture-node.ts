import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { attributeSpecsFromParser, fileElementParseRule } from './file-elements.ts'
import {
  emptyPictureAttributes,
  type PictureAttributes,
  parsePictureElement,
  validPictureAttributes,
} from './pictures.ts'

const read = attributeSpecsFromParser(parsePictureElement)

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
  parseHTML: () => fileElementParseRule('image-component'),
  renderHTML({ node, HTMLAttributes }) {
    const { id, alt, width, pixels, ratio, alignment, caption } =
      pictureOfNode(node) ?? emptyPictureAttributes
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
  renderText: ({ node }) => pictureOfNode(node)?.caption ?? pictureOfNode(node)?.alt ?? '',
})

/** Returns the validated attributes of a picture node, or null for other nodes. */
export function pictureOfNode({ type, attrs }: DocumentNode): PictureAttributes | null {
  return type.name === Picture.name ? validPictureAttributes(attrs) : null
}
