import { Fragment, type Node, type ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'

/**
 * Converts the block at the caret to the summary of a new toggle with an empty paragraph. Returns null if the
 * schema allows no toggle at this position.
 */
export function convertBlockToToggle({ schema, tr }: EditorState): Transaction | null {
  const { details, detailsSummary, paragraph } = schema.nodes
  const { $from } = tr.selection
  const { parent, depth } = $from
  if (!details || !detailsSummary || !paragraph || depth === 0 || !parent.isTextblock) return null
  const index = $from.index(depth - 1)
  if (!$from.node(depth - 1).canReplaceWith(index, index + 1, details)) return null
  if (!detailsSummary.validContent(parent.content)) return null
  const line = detailsSummary.create(null, parent.content)
  const start = $from.before()
  tr.replaceWith(start, $from.after(), details.create(null, [line, paragraph.create()]))
  return tr.setSelection(TextSelection.create(tr.doc, start + 2 + $from.parentOffset)).scrollIntoView()
}

/** Returns the caret position if it is in the summary of a toggle. Otherwise returns null. */
export function findToggleSummaryAtCaret({ selection }: EditorState): ResolvedPos | null {
  const { $from, empty } = selection
  return empty && $from.parent.type.name === 'detailsSummary' ? $from : null
}

/**
 * Moves the caret from the summary into the content of the toggle. The text after the caret becomes the first
 * paragraph of the content. Returns null if the caret is not in a summary.
 */
export function moveCaretIntoToggle(state: EditorState): Transaction | null {
  const $from = findToggleSummaryAtCaret(state)
  const { paragraph } = state.schema.nodes
  if ($from === null || !paragraph) return null
  const { tr } = state
  const next = $from.node(-1).maybeChild($from.index(-1) + 1)
  const isAtEnd = $from.parentOffset === $from.parent.content.size
  const isWaiting = isAtEnd && next?.type === paragraph && next.content.size === 0
  if (!isWaiting) tr.split($from.pos, 1, [{ type: paragraph }])
  return tr
    .setSelection(TextSelection.create(tr.doc, isWaiting ? $from.after() + 1 : $from.pos + 2))
    .scrollIntoView()
}

/**
 * Removes the toggle at the caret but keeps its content. The summary becomes a paragraph. Returns null unless
 * the caret is at the start of the summary.
 */
export function unwrapToggle(state: EditorState): Transaction | null {
  const $from = findToggleSummaryAtCaret(state)
  if ($from === null || $from.parentOffset > 0) return null
  const { tr } = state
  const toggle = $from.node(-1)
  const start = $from.before(-1)
  tr.replaceWith(start, start + toggle.nodeSize, Fragment.from(extractToggleBlocks(toggle)))
  return tr
    .setSelection(Selection.near(tr.doc.resolve(start + 1 + ($from.before() - start - 1))))
    .scrollIntoView()
}

/**
 * Returns the content of a toggle as blocks that are valid outside of a toggle. If the content is only the
 * empty paragraph that was created with the toggle, there are no blocks.
 */
export function extractToggleBlocks(toggle: Node): Node[] {
  const { paragraph } = toggle.type.schema.nodes
  const blocks = toggle.children.map((child) =>
    child.type.name === 'detailsSummary' && paragraph ? paragraph.create(null, child.content) : child,
  )
  const [, second] = blocks
  return blocks.length === 2 && second?.type === paragraph && second?.content.size === 0
    ? blocks.slice(0, 1)
    : blocks
}
