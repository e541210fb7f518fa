import type { Editor } from '@tiptap/core'
import type { Fragment, Node } from '@tiptap/pm/model'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { nodeToHtml } from '#common/documents/content/html.ts'
import { leafText } from '#common/documents/content/leaf-text.ts'
import { maxWorkItemNameLength } from '#common/work/work-items/rules.ts'
import type { KeysInText, LineForItem } from '../../../platform/shell/feature.ts'
import { findItemKeys } from '../item-keys.ts'
import { asOwnUndoStep } from '../own-undo-step.ts'

/** A selected text block, or the selected part of a text block. */
export interface SelectedLine extends LineForItem {
  from: number
  to: number
  /** The text block when it was selected. The line is only replaced if the block in the document still equals it. */
  block: Node
  /** The position at which `content` starts within the text block. */
  offset: number
  content: Fragment
}

/**
 * Returns the selected lines that can become work items: paragraphs, headings and list entries with text, without
 * lines that consist of the key of a work item, and without code and tables. A selection within one line contains only
 * the selected part. A longer selection contains each of its lines completely.
 */
export function selectedLines(
  { doc, selection }: EditorState,
  nameOf?: (mentionedId: string) => string,
): SelectedLine[] {
  const { from, to, $from, $to } = selection
  // If the whole text is selected, both ends are in the document node and not in a text block.
  const isPart = $from.parent.isTextblock && $from.sameParent($to)
  const lines: SelectedLine[] = []
  doc.nodesBetween(from, to, (block, position) => {
    if (block.type.spec.code || block.type.name === 'table') return false
    if (!block.isTextblock) return true
    const start = position + 1
    const end = start + block.content.size
    if (Math.min(to, end) <= Math.max(from, start)) return false
    const range = isPart ? withoutOuterSpaces(block, from - start, to - start) : [0, block.content.size]
    const [first = 0, last = 0] = range
    const content = block.content.cut(first, last)
    const text = textOf(block, first, last, nameOf)
    const [key] = findItemKeys(text)
    if (text !== '' && key?.key !== text)
      lines.push({
        from: start + first,
        to: start + last,
        text,
        html: isTitle(content, text) ? null : htmlOf(content, doc),
        block,
        offset: first,
        content,
      })
    return false
  })
  return lines
}

function withoutOuterSpaces(block: Node, from: number, to: number): [number, number] {
  const text = block.textBetween(from, to, undefined, '\u{fffc}')
  const first = from + text.length - text.trimStart().length
  return [first, Math.max(first, to - text.length + text.trimEnd().length)]
}

function textOf(block: Node, from: number, to: number, nameOf?: (id: string) => string): string {
  return block
    .textBetween(from, to, undefined, (leaf) => leafText(leaf, nameOf))
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns true if a title can contain all of this content: a short text without marks. */
function isTitle(content: Fragment, text: string): boolean {
  const isPlain = content.content.every(({ isText, marks }) => isText && marks.length === 0)
  return isPlain && text.length <= maxWorkItemNameLength
}

function htmlOf(content: Fragment, doc: Node): string {
  const { nodes } = doc.type.schema
  return nodeToHtml(doc.type.create(null, nodes['paragraph']?.create(null, content)))
}

/**
 * Tracks the positions of lines while the text is edited, until `release` is called. `replace` replaces the lines by
 * keys of work items, except for lines that were edited in the meantime.
 */
export function trackLines(editor: Editor, lines: readonly SelectedLine[]) {
  let tracked = lines
  let isDestroyed = false
  editor.on('destroy', () => {
    isDestroyed = true
  })
  const isWritable = () => !isDestroyed && editor.isEditable
  const follow = ({ transaction: { mapping, docChanged } }: { transaction: Transaction }) => {
    if (docChanged)
      tracked = tracked.map((line) => ({
        ...line,
        from: mapping.map(line.from, 1),
        to: mapping.map(line.to, -1),
      }))
  }
  editor.on('transaction', follow)
  return {
    /** `onReversed` is called when the user undoes or redoes the replacement in the text. */
    replace(
      keys: readonly (string | undefined)[],
      { movesCaret = false, onReversed }: ReplaceOptions = {},
    ): KeysInText {
      let replaced: ReplacedLine[] = []
      const replace = () => {
        replaced = replaceLines(editor, tracked, keys, movesCaret)
      }
      const step = isWritable() ? asOwnUndoStep(editor.view, replace) : null
      if (onReversed) step?.follow(onReversed)
      return {
        restoreLines: () => isWritable() && (step?.reverse(true) || restoreLines(editor, replaced)),
        showKeys: () => isWritable() && (step?.reverse(false) || showKeysAgain(editor, replaced)),
      }
    },
    release: () => void editor.off('transaction', follow),
  }
}

interface ReplaceOptions {
  /** If true, the caret moves behind the last key, so that typed text does not replace the keys. */
  movesCaret?: boolean
  onReversed?: (isUndone: boolean) => void
}

/** A line that was replaced by a key. */
interface ReplacedLine {
  key: string
  /** The text that replaced the line: the key, with spaces if the selected part was within a word. */
  shown: string
  line: SelectedLine
}

function replaceLines(
  editor: Editor,
  lines: readonly SelectedLine[],
  keys: readonly (string | undefined)[],
  movesCaret: boolean,
): ReplacedLine[] {
  const { tr, doc, schema } = editor.state
  const replaced: ReplacedLine[] = []
  for (const [at, line] of [...lines.entries()].reverse()) {
    const key = keys[at]
    if (key === undefined || !isUnchanged(doc, line)) continue
    const shown = `${isWordAt(doc, line.from, -1) ? ' ' : ''}${key}${isWordAt(doc, line.to, 1) ? ' ' : ''}`
    tr.replaceWith(line.from, line.to, schema.text(shown))
    // The last line is replaced first, and later replacements move the caret along.
    if (movesCaret && replaced.length === 0)
      tr.setSelection(TextSelection.create(tr.doc, line.from + shown.length))
    replaced.push({ key, shown, line })
  }
  if (tr.docChanged) editor.view.dispatch(tr)
  return replaced
}

function isUnchanged(doc: Node, { from, to, block, offset, content }: SelectedLine): boolean {
  if (from >= to || to > doc.content.size) return false
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)]
  return (
    $from.sameParent($to) &&
    $from.parent.eq(block) &&
    $from.parentOffset === offset &&
    to - from === content.size
  )
}

/**
 * Returns true if the character directly before (-1) or after (1) the position is a letter, a digit or a similar
 * character. Then a key needs a space beside it, because it would otherwise not be recognized as a key.
 */
function isWordAt(doc: Node, position: number, side: -1 | 1): boolean {
  const $at = doc.resolve(position)
  const neighbor = side < 0 ? $at.nodeBefore?.text?.at(-1) : $at.nodeAfter?.text?.at(0)
  return neighbor !== undefined && /[\p{L}\p{N}_/.-]/u.test(neighbor)
}

/** Replaces the keys that are still in the text by the original lines. */
function restoreLines(editor: Editor, replaced: readonly ReplacedLine[]): void {
  const { tr } = editor.state
  for (const { key, shown, line } of replaced) {
    const found = findKey(tr.doc, key)
    if (found === undefined) continue
    const start = found - shown.indexOf(key)
    const $start = start < 0 ? null : tr.doc.resolve(start)
    const end = start + shown.length
    const isWhole = $start?.parent.isTextblock && end <= $start.end()
    const isShown = isWhole && tr.doc.textBetween(start, end) === shown
    const [from, to] = isShown ? [start, end] : [found, found + key.length]
    if (tr.doc.resolve(from).parent.type.validContent(line.content)) tr.replaceWith(from, to, line.content)
  }
  if (tr.docChanged) editor.view.dispatch(tr)
}

/** Returns the position of a key in the text. */
function findKey(doc: Node, key: string): number | undefined {
  let found: number | undefined
  doc.descendants((node, position) => {
    const match =
      found === undefined && node.isText && findItemKeys(node.text ?? '').find((one) => one.key === key)
    if (match) found = position + match.from
    return found === undefined
  })
  return found
}

/**
 * Replaces restored lines by the keys of their items again. Skips a line if the text already contains the key, or if
 * the line was edited in the meantime.
 */
function showKeysAgain(editor: Editor, replaced: readonly ReplacedLine[]): void {
  const { tr, schema } = editor.state
  for (const { key, shown, line } of replaced) {
    if (findKey(tr.doc, key) !== undefined) continue
    let block: number | undefined
    tr.doc.descendants((node, position) => {
      if (block === undefined && node.isTextblock && node.eq(line.block)) block = position + 1
      return block === undefined
    })
    if (block === undefined) continue
    const from = block + line.offset
    tr.replaceWith(from, from + line.content.size, schema.text(shown))
  }
  if (tr.docChanged) editor.view.dispatch(tr)
}
