import * as Y from 'yjs'
import { bodyFragmentName } from '../fragment.ts'
import { documentSchema } from '../schema.ts'
import { findReplacementBlocks, findTextBlocks, type RescueDestination, textOfBlock } from './destinations.ts'
import {
  copyElement,
  type DeletedElementOrText,
  findLostBlocks,
  type GetCharacterState,
  isCharacterAdded,
  isTextBlock,
  type LostBlock,
  type TextPiece,
} from './lost-blocks.ts'
import { createOffsetMapping, type OffsetMapping } from './offsets.ts'

/** Origin of the Yjs transactions that restore lost text. */
export const restoredTextOrigin = 'rescue'

/** The position that a deleted element had. */
interface BlockPosition {
  parent: Y.XmlFragment
  /** The last existing sibling before the deleted element. Null if no sibling before it exists. */
  after: Y.XmlElement | null
}

export interface LostContent {
  /** The outermost deleted element. */
  element: DeletedElementOrText
  blocks: LostBlock[]
  place: BlockPosition
  getCharacterState: GetCharacterState
}

/**
 * Collects what would be lost when a user deletes an element: text that this user did not know, and deletions
 * of characters that this user did not know. Returns null if nothing would be lost, or if the position of the
 * element is unknown.
 */
export function collectLostContent(
  element: DeletedElementOrText,
  getCharacterState: GetCharacterState,
): LostContent | null {
  const blocks = findLostBlocks(element, getCharacterState)
  const hasLoss = blocks.some(
    ({ isNew, pieces }) =>
      isNew || pieces.some(({ state }) => isCharacterAdded(state) || state === 'removed'),
  )
  const place = placeOf(element)
  return hasLoss && place ? { element, blocks, place, getCharacterState } : null
}

/**
 * Restores lost text into the block that replaced the deleted block, otherwise into a new block at its position.
 * `candidates` are the existing blocks that may be the replacement. Must be called in a Yjs transaction.
 */
export function restoreLostContent(
  body: Y.XmlFragment,
  loss: LostContent,
  candidates: RescueDestination[],
): void {
  const destinations = destinationsFor(loss.blocks, candidates)
  let last: Y.XmlElement | null = null
  const unplaced: Y.XmlElement[] = []
  for (const block of loss.blocks) {
    const destination = destinations.get(block) ?? null
    if (destination) {
      writeInto(destination.element, block.pieces)
      last = destination.element
    } else if (hasUnknownText(block)) {
      const own = ownBlock(block, loss.getCharacterState)
      if (last === null) unplaced.push(own)
      else last = insertAfter(body, last, own)
    }
  }
  if (unplaced.length > 0) insertWhereItStood(body, loss, unplaced)
}

function destinationsFor(
  blocks: LostBlock[],
  candidates: RescueDestination[],
): Map<LostBlock, RescueDestination | null> {
  const known = blocks.filter(({ isNew }) => !isNew)
  const texts = known.map(({ pieces }) => baseOf(pieces))
  const found = findReplacementBlocks(texts, candidates)
  return new Map(known.map((block, at) => [block, found[at] ?? living(block)]))
}

function insertWhereItStood(
  body: Y.XmlFragment,
  { element, place }: LostContent,
  blocks: Y.XmlElement[],
): void {
  if (element instanceof Y.XmlElement && listItems.has(element.nodeName) && !place.parent._item?.deleted)
    insertAt(place, [around(element, blocks)])
  else insertAt(takesBlocks(place) ? place : topLevel(body, place), blocks)
}

const listItems = new Set(['listItem', 'taskItem'])

/** Matches the names of elements that accept only specific children, such as rows or list items. */
const parts = /^(table|tableRow|columns|details|bulletList|orderedList|taskList)$/

function takesBlocks({ parent }: BlockPosition): boolean {
  return !parent._item?.deleted && !(parent instanceof Y.XmlElement && parts.test(parent.nodeName))
}

function around(item: Y.XmlElement, blocks: Y.XmlElement[]): Y.XmlElement {
  const shell = new Y.XmlElement(item.nodeName)
  shell.insert(0, blocks)
  return shell
}

/** Returns the block itself if it still exists and only its text was deleted, otherwise null. */
function living({ element }: LostBlock): RescueDestination | null {
  return element._item?.deleted === false ? { element, text: textOfBlock(element) } : null
}

/** Returns the part of the text that both sides of the conflict knew. */
function baseOf(pieces: TextPiece[]): string {
  return pieces
    .filter(({ state }) => state === 'kept' || state === 'removed')
    .map(({ text }) => text)
    .join('')
}

/**
 * Returns true if a deleted block contains text that the user who deleted it did not know, or if it is a new block
 * without any text. Only such blocks are restored.
 */
function hasUnknownText({ isNew, pieces }: LostBlock): boolean {
  return (
    (isNew && pieces.length === 0) ||
    pieces.some(({ state, text }) => isCharacterAdded(state) && text.trim() !== '')
  )
}

function writeInto(block: Y.XmlElement, pieces: TextPiece[]): void {
  const offsets = createOffsetMapping(baseOf(pieces), textOfBlock(block))
  const edits: (() => void)[] = []
  let base = 0
  for (const piece of pieces) {
    const start = base
    if (!isCharacterAdded(piece.state)) base += piece.text.length
    else if (!isRepeated(block, piece)) edits.push(() => insertPiece(block, offsets.to(start), piece))
    if (piece.state !== 'removed') continue
    const characters = charactersBetween(offsets, start, base)
    edits.push(() => deleteCharacters(block, characters))
  }
  // Apply the edits from the end, so that the preceding offsets remain valid.
  for (const edit of edits.toReversed()) edit()
}

function charactersBetween(offsets: OffsetMapping, from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => offsets.character(from + at)).filter(
    (at) => at !== null,
  )
}

/**
 * Returns true if the block contains the text and the server may already have it (`doubtful`). Such text is not
 * inserted again.
 */
function isRepeated(block: Y.XmlElement, { state, text }: TextPiece): boolean {
  return state === 'doubtful' && textOfBlock(block).includes(text.trim())
}

function insertPiece(block: Y.XmlElement, offset: number, { text, marks, inline }: TextPiece): void {
  const type = documentSchema().nodes[block.nodeName]
  const { text: beside, at, inner } = textAt(block, offset)
  if (inline) {
    if (type?.spec.code !== true) block.insert(beside ? at + 1 : at, [inline()])
    return
  }
  const allowed = Object.fromEntries(
    Object.entries(marks).filter(([name]) => allowsMark(block.nodeName, name)),
  )
  if (beside) {
    beside.insert(inner, text, allowed)
    return
  }
  const added = new Y.XmlText()
  block.insert(at, [added])
  added.insert(0, text, allowed)
}

/**
 * Returns whether the node accepts the mark. y-prosemirror appends a hash to the names of marks that may
 * overlap with themselves.
 */
function allowsMark(nodeName: string, mark: string): boolean {
  const schema = documentSchema()
  const type = schema.marks[mark.split('--')[0] ?? mark]
  return type !== undefined && schema.nodes[nodeName]?.allowsMarkType(type) === true
}

function deleteCharacters(block: Y.XmlElement, offsets: number[]): void {
  for (const offset of offsets.toReversed()) {
    const found = childrenWithOffsets(block).find(({ start, end }) => offset >= start && offset < end)
    if (found?.child instanceof Y.XmlText) found.child.delete(offset - found.start, 1)
    else if (found) block.delete(found.at, 1)
  }
}

/**
 * Returns the text node at an offset of a block, its index `at` among the children, and the offset `inner` in this
 * node. If there is no such text node, `text` is null, and a text node can be inserted at the index `at`.
 */
function textAt(block: Y.XmlElement, offset: number): { text: Y.XmlText | null; at: number; inner: number } {
  const children = childrenWithOffsets(block)
  for (const { child, at, start, end } of children)
    if (child instanceof Y.XmlText && offset >= start && offset <= end)
      return { text: child, at, inner: offset - start }
  const after = children.find(({ start }) => offset <= start)
  return { text: null, at: after?.at ?? block.length, inner: 0 }
}

function childrenWithOffsets(
  block: Y.XmlElement,
): { child: unknown; at: number; start: number; end: number }[] {
  let end = 0
  return block.toArray().map((child, at) => {
    const start = end
    end += child instanceof Y.XmlText ? child.length : 1
    return { child, at, start, end }
  })
}

function placeOf(element: DeletedElementOrText): BlockPosition | null {
  const item = element._item
  if (item === null || !(item.parent instanceof Y.XmlFragment)) return null
  let left = item.left
  while (left?.deleted) left = left.left
  const type = left?.content instanceof Y.ContentType ? left.content.type : null
  return { parent: item.parent, after: type instanceof Y.XmlElement ? type : null }
}

function topLevel(body: Y.XmlFragment, place: BlockPosition): BlockPosition {
  let { parent, after } = place
  while (parent !== body) {
    const item = parent._item
    if (!(parent instanceof Y.XmlElement) || !(item?.parent instanceof Y.XmlFragment)) break
    after = parent
    parent = item.parent
  }
  return after?._item?.deleted === true ? (placeOf(after) ?? { parent, after: null }) : { parent, after }
}

function insertAt({ parent, after }: BlockPosition, elements: Y.XmlElement[]): void {
  const at = after === null ? 0 : parent.toArray().indexOf(after) + 1
  parent.insert(at, elements)
}

function insertAfter(body: Y.XmlFragment, block: Y.XmlElement, element: Y.XmlElement): Y.XmlElement {
  const { parent } = block
  const place = { parent: parent instanceof Y.XmlFragment ? parent : body, after: block }
  insertAt(takesBlocks(place) ? place : topLevel(body, place), [element])
  return element
}

/**
 * Returns a paragraph with the text that only one side of the conflict knew. If only one side knew the whole
 * block, returns a copy of the block.
 */
function ownBlock({ element, pieces, isNew }: LostBlock, getCharacterState: GetCharacterState): Y.XmlElement {
  if (isNew) return copyElement(element, getCharacterState)
  const block = new Y.XmlElement('paragraph')
  const children: (Y.XmlElement | Y.XmlText)[] = []
  let delta: { insert: string; attributes: TextPiece['marks'] }[] = []
  const endText = () => {
    const characters = new Y.XmlText()
    characters.applyDelta(delta)
    // Editors expect exactly one text node between two inline elements, so add all characters as one text node.
    if (delta.length > 0) children.push(characters)
    delta = []
  }
  for (const { text, marks, inline } of pieces.filter(({ state }) => isCharacterAdded(state))) {
    if (inline) {
      endText()
      children.push(inline())
    } else delta.push({ insert: text, attributes: marks })
  }
  endText()
  block.insert(0, children)
  return block
}

/** Returns the existing text blocks that the transactions created or changed. */
export function findChangedBlocks(doc: Y.Doc, transactions: Y.Transaction[]): RescueDestination[] {
  const written = new Set<unknown>()
  for (const type of transactions.flatMap(({ changed }) => [...changed.keys()])) {
    for (let one: Y.AbstractType<unknown> | null = type as Y.AbstractType<unknown>; one; one = one.parent) {
      written.add(one)
      if (one instanceof Y.XmlElement && isTextBlock(one)) break
    }
  }
  const isCreated = ({ _item: item }: Y.XmlElement) =>
    item !== null &&
    transactions.some(({ beforeState, afterState }) => {
      const { client, clock } = item.id
      return clock >= (beforeState.get(client) ?? 0) && clock < (afterState.get(client) ?? 0)
    })
  return findTextBlocks(doc.getXmlFragment(bodyFragmentName)).filter(
    ({ element }) => written.has(element) || isCreated(element),
  )
}
