import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, Selection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { parseCodeLanguage } from '../code/code-languages.ts'
import { showDiagramSource } from './diagram-box.ts'
import { diagramLanguage } from './insert-diagram.ts'

/**
 * Shows the source of a diagram while the caret is in it. The arrow keys move the caret into a collapsed
 * source.
 */
export const diagramExtension = Extension.create({
  name: 'diagrams',
  addKeyboardShortcuts() {
    return {
      ArrowDown: () => enter(this.editor.view, 1),
      ArrowUp: () => enter(this.editor.view, -1),
    }
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      view: () => ({
        update(view, before) {
          if (view.state.selection.eq(before.selection) || !view.hasFocus()) return
          const { $head } = view.state.selection
          if (!isDiagram($head.parent)) return
          const dom = view.nodeDOM($head.before())
          if (dom instanceof HTMLElement) showDiagramSource(dom, true)
        },
      }),
    }),
  ],
})

export function isDiagram({ type, attrs }: Node): boolean {
  return type.name === 'codeBlock' && parseCodeLanguage(attrs['language']) === diagramLanguage
}

/** Moves the caret into a hidden source, which the browser's own caret movement would skip. */
function enter(view: EditorView, step: 1 | -1): boolean {
  const { $head, empty } = view.state.selection
  if (!empty || $head.depth === 0 || !view.endOfTextblock(step === 1 ? 'down' : 'up')) return false
  const edge = step === 1 ? $head.after(1) : $head.before(1)
  const $edge = view.state.doc.resolve(edge)
  const beside = step === 1 ? $edge.nodeAfter : $edge.nodeBefore
  if (!beside || !isDiagram(beside)) return false
  const selection = Selection.near($edge, step)
  view.dispatch(view.state.tr.setSelection(selection).scrollIntoView())
  return true
}
