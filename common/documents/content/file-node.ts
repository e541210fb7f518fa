import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { attributeSpecsFromParser, fileElementParseRule } from './file-elements.ts'
import {
  emptyFileAttributes,
  type FileBlockAttributes,
  parseFileElement,
  validFileAttributes,
} from './files.ts'

const read = attributeSpecsFromParser(parseFileElement)

/**
 * An attached file in a text. The node refers to the file only by its id, so that the node can be moved to
 * another document. Name, type and size are copied when the file is inserted, so that the file can be shown
 * without a request.
 */
export const FileBlock = Node.create({
  name: 'fileComponent',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes() {
    return {
      src: read(({ id }) => id),
      name: read(({ name }) => name),
      type: read(({ type }) => type),
      size: read(({ size }) => size),
    }
  },
  parseHTML: () => fileElementParseRule('file-component'),
  renderHTML({ node, HTMLAttributes }) {
    const { id, name, type, size } = fileOfNode(node) ?? emptyFileAttributes
    const own = { src: id, 'data-name': name, 'data-type': type, 'data-size': size }
    // The element contains the name as text, for programs that do not know the element.
    return ['file-component', { ...own, ...HTMLAttributes }, name]
  },
  renderText: ({ node }) => fileOfNode(node)?.name ?? '',
})

/** Returns the validated attributes of a file node, or null for other nodes. */
export function fileOfNode({ type, attrs }: DocumentNode): FileBlockAttributes | null {
  return type.name === FileBlock.name ? validFileAttributes(attrs) : null
}
