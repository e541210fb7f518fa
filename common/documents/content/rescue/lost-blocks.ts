import * as Y from 'yjs'
import { documentSchema } from '../schema.ts'

/**
 * The state of a letter in a deleted block, as seen by the two sides of the conflict. `kept`: both sides knew
 * the letter. `added`: the side that deleted the block did not know the letter. `doubtful`: a connection was
 * lost before the server confirmed the letter, so the other side may or may not know it. `removed`: the side
 * that did not delete the block had deleted the letter. `gone`: the letter was deleted before the conflict.
 */
export type LetterConflictState = 'kept' | 'added' | 'doubtful' | 'removed' | 'gone'

/** Returns the state of the letter of `item` at `offset`. */
export type GetLetterState = (item: Y.Item, offset: number) => LetterConflictState

/**
 * A deleted element, or the deleted text of an existing element: editors delete the text together with its
 * last letter.
 */
export type DeletedElementOrText = Y.XmlElement | Y.XmlText

export interface TextPiece {
  /** The letters of the piece. For an inline element, the Unicode object replacement character. */
  text: string
  fate: LetterConflictState
  marks: Record<string, unknown>
  /** Creates a copy of the inline element. Null if the piece is text. */
  inline: (() => Y.XmlElement) | null
}

/** A deleted text block, or a whole block that only one side of the conflict knew. */
export interface LostBlock {
  element: Y.XmlElement
  pieces: TextPiece[]
  /** True if the other side of the conflict does not know the block. */
  isNew: boolean
}

const inlineSign = '\ufffc'

/** Returns the lost blocks inside a deleted element, in the order of the text. */
export function findLostBlocks(element: DeletedElementOrText, fateOf: GetLetterState): LostBlock[] {
  if (element instanceof Y.XmlText) {
    const { parent } = element
    return parent instanceof Y.XmlElement
      ? [{ element: parent, pieces: textPieces(element, fateOf), isNew: false }]
      : []
  }
  const item = element._item
  const isNew = item !== null && isLetterAdded(fateOf(item, 0))
  if (isTextBlock(element)) return [{ element, pieces: piecesOf(element, fateOf), isNew }]
  const children = childrenOf(element).filter(({ item: child }) => fateOf(child, 0) !== 'gone')
  if (children.length === 0) return isNew ? [{ element, pieces: [], isNew }] : []
  return children.flatMap(({ type }) => (type instanceof Y.XmlElement ? findLostBlocks(type, fateOf) : []))
}

export function isTextBlock(element: Y.XmlElement): boolean {
  return documentSchema().nodes[element.nodeName]?.isTextblock === true
}

/** Copies an element with its attributes and with all content that Yjs has not garbage-collected. */
export function copyElement(element: Y.XmlElement, fateOf: GetLetterState): Y.XmlElement {
  const copy = new Y.XmlElement(element.nodeName)
  for (const [name, { content }] of element._map) {
    const value = content.getContent().at(-1)
    if (value !== undefined) copy.setAttribute(name, value)
  }
  const inner = childrenOf(element).flatMap(({ item, type }): (Y.XmlElement | Y.XmlText)[] => {
    if (fateOf(item, 0) === 'gone') return []
    if (type instanceof Y.XmlElement) return [copyElement(type, fateOf)]
    const text = new Y.XmlText()
    text.applyDelta(
      textPieces(type, fateOf)
        .filter(({ fate }) => isLetterVisible(fate))
        .map((piece) => ({ insert: piece.text, attributes: piece.marks })),
    )
    return [text]
  })
  if (inner.length > 0) copy.insert(0, inner)
  return copy
}

/** Returns true if the side that deleted the block may not know the letter. */
export function isLetterAdded(fate: LetterConflictState): boolean {
  return fate === 'added' || fate === 'doubtful'
}

/** Returns true if the side that did not delete the block sees the letter. */
export function isLetterVisible(fate: LetterConflictState): boolean {
  return fate === 'kept' || isLetterAdded(fate)
}

function piecesOf(block: Y.XmlElement, fateOf: GetLetterState): TextPiece[] {
  return childrenOf(block).flatMap(({ item, type }): TextPiece[] => {
    if (!(type instanceof Y.XmlElement)) return textPieces(type, fateOf)
    const fate = fateOf(item, 0)
    if (fate === 'gone') return []
    return [{ text: inlineSign, fate, marks: {}, inline: () => copyElement(type, fateOf) }]
  })
}

function textPieces(text: Y.XmlText, fateOf: GetLetterState): TextPiece[] {
  const pieces: TextPiece[] = []
  let marks: Record<string, unknown> = {}
  for (let item = text._start; item !== null; item = item.right) {
    if (item.content instanceof Y.ContentFormat && isLetterVisible(fateOf(item, 0)))
      marks = withMark(marks, item.content.key, item.content.value)
    if (item.content instanceof Y.ContentString) pieces.push(...runs(item, item.content.str, fateOf, marks))
  }
  return pieces
}

function withMark(marks: Record<string, unknown>, key: string, value: unknown): Record<string, unknown> {
  const { [key]: _before, ...others } = marks
  return value === null ? others : { ...others, [key]: value }
}

/**
 * Splits the letters of an item by state, because the other side of the conflict may know only some of them.
 */
function runs(
  item: Y.Item,
  letters: string,
  fateOf: GetLetterState,
  marks: Record<string, unknown>,
): TextPiece[] {
  const pieces: TextPiece[] = []
  let start = 0
  for (let at = 1; at <= letters.length; at++) {
    const fate = fateOf(item, start)
    if (at < letters.length && fateOf(item, at) === fate) continue
    if (fate !== 'gone') pieces.push({ text: letters.slice(start, at), fate, marks, inline: null })
    start = at
  }
  return pieces
}

/** Returns all children, including deleted ones. */
function childrenOf(element: Y.XmlElement): { item: Y.Item; type: Y.XmlElement | Y.XmlText }[] {
  const children: { item: Y.Item; type: Y.XmlElement | Y.XmlText }[] = []
  for (let item = element._start; item !== null; item = item.right) {
    if (!(item.content instanceof Y.ContentType)) continue
    const { type } = item.content
    if (type instanceof Y.XmlElement || type instanceof Y.XmlText) children.push({ item, type })
  }
  return children
}
