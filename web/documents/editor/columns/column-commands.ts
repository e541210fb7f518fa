import { Fragment, type Node, type ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { columnsLimit, columnWidth, fewestColumns } from '#common/documents/content/columns.ts'

export interface ColumnPlace {
  columns: Node
  /** Where all of them begin. */
  position: number
  /** Which of them it is, and where that begins. */
  at: number
  column: Node
  start: number
  depth: number
}

/** The column that a place of the text is in, the innermost. */
export function columnAt($place: ResolvedPos): ColumnPlace | null {
  for (let { depth } = $place; depth > 1; depth--) {
    if ($place.node(depth).type.name !== 'column') continue
    const columns = $place.node(depth - 1)
    return {
      columns,
      position: $place.before(depth - 1),
      at: $place.index(depth - 1),
      column: $place.node(depth),
      start: $place.before(depth),
      depth,
    }
  }
  return null
}

export function columnWithCaret({ selection: { $head } }: EditorState): ColumnPlace | null {
  return columnAt($head)
}

/** Puts the selected blocks into the first of so many columns. Null where none can stand: none within others. */
export function insertColumns(state: EditorState, count: number): Transaction | null {
  const { tr, schema } = state
  const { columns, column, paragraph } = schema.nodes
  const { $from, $to } = tr.selection
  const range = $from.blockRange($to)
  if (!columns || !column || !paragraph || !range || columnAt($from) !== null) return null
  const { parent, startIndex, endIndex, start, end } = range
  if (!parent.canReplaceWith(startIndex, endIndex, columns)) return null
  const blocks = parent.children.slice(startIndex, endIndex)
  const made = Array.from({ length: count }, (_, at) =>
    column.create(null, at === 0 ? [...blocks] : paragraph.create()),
  )
  const caret = $from.pos
  tr.replaceWith(start, end, columns.create(null, made))
  return tr.setSelection(TextSelection.near(tr.doc.resolve(caret + 2))).scrollIntoView()
}

/** One more beside the one with the caret, which goes into it. */
export function addLayoutColumn(state: EditorState, side: 'before' | 'after'): Transaction | null {
  const place = columnWithCaret(state)
  const { column, paragraph } = state.schema.nodes
  if (!place || !column || !paragraph || place.columns.childCount >= columnsLimit) return null
  const at = side === 'before' ? place.start : place.start + place.column.nodeSize
  const { tr } = state
  tr.insert(at, column.create(null, paragraph.create()))
  return tr.setSelection(TextSelection.near(tr.doc.resolve(at + 2))).scrollIntoView()
}

/** Takes the column with the caret away with all that is in it; a single one that is left is none any more. */
export function removeColumn(state: EditorState): Transaction | null {
  const place = columnWithCaret(state)
  if (!place) return null
  const { tr } = state
  const { position, columns, start, column, at } = place
  if (columns.childCount === 1) tr.delete(position, position + columns.nodeSize)
  else tr.delete(start, start + column.nodeSize)
  const near = columns.childCount === 1 ? position : start
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(near, tr.doc.content.size)), at > 0 ? -1 : 1))
  return unwrapSingle(tr, position).scrollIntoView()
}

/** All as wide as each other. */
export function evenColumns(state: EditorState): Transaction | null {
  const place = columnWithCaret(state)
  if (!place || place.columns.children.every(({ attrs }) => columnWidth(attrs.width) === null)) return null
  const { tr } = state
  place.columns.forEach((_, offset) => {
    tr.setNodeAttribute(place.position + 1 + offset, 'width', null)
  })
  return tr
}

/** What is in the columns follows one another. */
export function takeColumnsApart(state: EditorState): Transaction | null {
  const place = columnWithCaret(state)
  return place && flatten(state.tr, place.position).scrollIntoView()
}

/** Gives the column before the one that begins there its part of the room that both have. */
export function setLayoutWidths({ tr }: EditorState, start: number, part: number): Transaction {
  const { nodeBefore: first, nodeAfter: second } = tr.doc.resolve(start)
  if (first === null || second === null) return tr
  const [one, other] = [first, second].map(({ attrs }) => columnWidth(attrs.width) ?? 1) as [number, number]
  const sum = one + other
  tr.setNodeAttribute(start - first.nodeSize, 'width', columnWidth(sum * part))
  return tr.setNodeAttribute(start, 'width', columnWidth(sum * (1 - part)))
}

/** Where only one column is left, its blocks stand without it. */
export function unwrapSingle(tr: Transaction, position: number): Transaction {
  const node = tr.doc.nodeAt(position)
  return node?.type.name === 'columns' && node.childCount < fewestColumns ? flatten(tr, position) : tr
}

function flatten(tr: Transaction, position: number): Transaction {
  const columns = tr.doc.nodeAt(position)
  if (columns === null) return tr
  const { anchor, head } = tr.selection
  const starts: { from: number; to: number; at: number }[] = []
  let at = position
  columns.forEach((column, offset) => {
    const from = position + 2 + offset
    starts.push({ from, to: from + column.content.size, at })
    at += column.content.size
  })
  const end = position + columns.nodeSize
  const moved = (place: number) => {
    const within = starts.find(({ from, to }) => place >= from && place <= to)
    if (within) return within.at + place - within.from
    return place >= end ? place + at - end : place
  }
  const blocks = columns.children.flatMap((column) => [...column.children])
  tr.replaceWith(position, end, Fragment.from(blocks))
  return tr.setSelection(TextSelection.between(tr.doc.resolve(moved(anchor)), tr.doc.resolve(moved(head))))
}
