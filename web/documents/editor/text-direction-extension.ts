import { Extension } from '@tiptap/core'
import type { DOMOutputSpec } from '@tiptap/pm/model'

/**
 * Adds `dir="auto"` to each text block. It is only added on the screen, because the stored HTML must not
 * contain presentation attributes.
 */
export const textDirectionExtension = Extension.create({
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
