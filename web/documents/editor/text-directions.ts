import { Extension } from '@tiptap/core'
import type { DOMOutputSpec } from '@tiptap/pm/model'

/**
 * Each block of text reads from the side that its letters are read from. Said where it is shown alone: in what is stored, a block says
 * nothing of its looks.
 */
export const textDirections = Extension.create({
  name: 'textDirections',
  onBeforeCreate() {
    for (const name of ['paragraph', 'heading']) {
      const spec = this.editor.schema.nodes[name]?.spec
      const toDom = spec?.toDOM
      if (spec && toDom) spec.toDOM = (node) => directed(toDom(node))
    }
  },
})

function directed(spec: DOMOutputSpec): DOMOutputSpec {
  if (!Array.isArray(spec)) return spec
  const [tag, attributes, ...rest] = spec as [string, ...unknown[]]
  const hasAttributes = typeof attributes === 'object' && attributes !== null && !Array.isArray(attributes)
  return hasAttributes
    ? [tag, { dir: 'auto', ...attributes }, ...rest]
    : [tag, { dir: 'auto' }, ...(attributes === undefined ? [] : [attributes]), ...rest]
}
