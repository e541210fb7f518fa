import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { checkedFile, type FileBlockAttributes, fileOf, noFile } from './files.ts'
import { attributesBy, elementsByTag } from './shown-by-id.ts'

const read = attributesBy(fileOf)

/**
 * A file in a text. Like a picture it is known by the id of its file alone, so that it may move with the text; name, type and size are
 * those of when it was put in, to be shown before anything is asked.
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
  parseHTML: () => elementsByTag('file-component'),
  renderHTML({ node, HTMLAttributes }) {
    const { id, name, type, size } = fileIn(node) ?? noFile
    const own = { src: id, 'data-name': name, 'data-type': type, 'data-size': size }
    // Its name stands in it too, for whoever does not know the element.
    return ['file-component', { ...own, ...HTMLAttributes }, name]
  },
  renderText: ({ node }) => fileIn(node)?.name ?? '',
})

/** What a node shows, null for one that is no file. Any client may have written the attributes. */
export function fileIn({ type, attrs }: DocumentNode): FileBlockAttributes | null {
  return type.name === FileBlock.name ? checkedFile(attrs) : null
}
