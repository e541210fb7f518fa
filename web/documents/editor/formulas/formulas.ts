import { Extension, InputRule } from '@tiptap/core'
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { moveCaretBelowBlock, needsParagraphBelowBlock } from '../caret-below.ts'
import { openFormulaEditor } from './formula-view.ts'

/**
 * Converts `$x$` to an inline formula and `$$` at the beginning of a paragraph to a block formula. Enter
 * opens the selected formula.
 */
export const formulaExtension = Extension.create({
  name: 'formulas',
  priority: 1_010,
  addKeyboardShortcuts() {
    return {
      Enter: () => {
        const { view } = this.editor
        return view.state.selection instanceof NodeSelection && openFormulaEditor(view)
      },
    }
  },
  addInputRules() {
    return [
      new InputRule({
        find: /(?<=^|[\s([{"'\u2013\u2014-])\$([^\s$](?:[^$\n]*[^\s$\\])?)\$$/,
        handler: ({ state, range, match }) => {
          const [, latex = ''] = match
          const formula = isPrice(latex) ? undefined : state.schema.nodes['inlineMath']?.create({ latex })
          if (!formula) return null
          state.tr.replaceWith(range.from, range.to, formula)
          return
        },
      }),
      new InputRule({
        find: /^\$\$[\s\n]$/,
        handler: ({ state, range }) => {
          state.tr.delete(range.from, range.to)
          if (insertFormula(state, 'blockMath') === null) return null
          // The popover opens later, when the formula is part of the document.
          queueMicrotask(() => openFormulaEditor(this.editor.view))
          return
        },
      }),
    ]
  },
})

/** Returns true for prices, as in "$5 and 6$": a number followed by words. */
function isPrice(tex: string): boolean {
  return /^[\d.,]+\s+\p{L}{2}/u.test(tex)
}

/** Replaces the selection by a formula and selects it. Selected text becomes the TeX of an inline formula. */
export function insertFormula(
  { schema, tr }: EditorState,
  name: 'inlineMath' | 'blockMath',
): Transaction | null {
  const formula = schema.nodes[name]?.create()
  if (!formula) return null
  const { from, to } = tr.selection
  const selected = formula.isInline ? tr.doc.textBetween(from, to) : ''
  const filled = selected === '' ? formula : formula.type.create({ latex: selected })
  if (filled.isInline) tr.replaceWith(from, to, filled)
  else tr.replaceRangeWith(from, to, filled)
  let at: number | null = null
  tr.doc.nodesBetween(Math.max(0, from - 1), Math.min(tr.doc.content.size, from + 2), (node, position) => {
    if (node.type === filled.type) at ??= position
  })
  if (at !== null) tr.setSelection(NodeSelection.create(tr.doc, at))
  return tr.scrollIntoView()
}

/**
 * Writes the TeX of the formula at a position and places the caret after it. A formula without TeX is
 * removed.
 */
export function setFormula({ tr }: EditorState, position: number, latex: string): Transaction {
  const node = tr.doc.nodeAt(position)
  if (!node) return tr
  const isNew = node.attrs['latex'] !== latex
  const end = position + node.nodeSize
  if (latex === '') tr.delete(position, end)
  else if (isNew) tr.setNodeAttribute(position, 'latex', latex)
  if (latex === '' || node.isInline)
    return tr.setSelection(TextSelection.near(tr.doc.resolve(latex === '' ? position : end)))
  // If the formula is unchanged and no line follows it, the caret stays, because adding a line would change
  // the text.
  return isNew || !needsParagraphBelowBlock(tr, end) ? moveCaretBelowBlock(tr, end) : tr
}
