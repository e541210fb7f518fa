import type { Node } from '@tiptap/pm/model'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { fileOfNode } from '#common/documents/content/file-node.ts'
import { emptyFileAttributes } from '#common/documents/content/files.ts'
import { createFileElement, type FilePortals, setFileData } from './file-box.ts'

export function createFileView(portals: FilePortals) {
  return (node: Node, _view: EditorView, position: () => number | undefined): NodeView => {
    const file = fileOfNode(node) ?? emptyFileAttributes
    const dom = createFileElement(file)
    const added = portals.add({ dom, file, position })
    let current = node
    return {
      dom,
      update(next) {
        if (next.type !== current.type) return false
        if (next.attrs !== current.attrs) {
          const now = fileOfNode(next) ?? emptyFileAttributes
          setFileData(dom, now)
          added.update({ file: now })
        }
        current = next
        return true
      },
      stopEvent: ({ target }) => target instanceof Element && target.closest('button, a') !== null,
      ignoreMutation: () => true,
      destroy: added.remove,
    }
  }
}
