import * as Y from 'yjs'
import { documentSchema } from '../schema.ts'

/**
 * The state of a character in a deleted block, as seen by the two sides of the conflict. `kept`: both sides knew
 * the character. `added`: the side that deleted the block did not know the character. `doubtful`: a connection was
 * lost before the server confirmed the character, so the other side may or may not know it. `removed`: the side
 * that did not delete the block had deleted the character. `gone`: the character was deleted before the conflict.
 */
export type CharacterState = 'kept' | 'added' | 'doubtful' | 'removed' | 'gone'

/** Returns the state of the character of `item` at `offset`. */
export type GetCharacterState = (item: Y.Item, offset: number) => CharacterState

/**
 * A deleted element, or the deleted text node of an element that still exists. Editors delete the text node
 * when its last character is deleted.
 */
export type DeletedElementOrText = Y.XmlElement | Y.XmlText

export interface TextPiece {
  /** The characters of the piece. An inline element is represented by the Unicode object replacement character. */
  text: string
  state: CharacterState
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
export function findLostBlocks(
  element: DeletedElementOrText,
  getCharacterState: GetCharacterState,
): LostBlock[] {
  if (element instanceof Y.XmlText) {
    const { parent } = element
    return parent instanceof Y.XmlElement
      ? [{ element: parent, pieces: textPieces(element, getCharacterState), isNew: false }]
      : []
  }
  const item = element._item
  const isNew = item !== null && isCharacterAdded(getCharacterState(item, 0))
  if (isTextBlock(element)) return [{ element, pieces: piecesOf(element, getCharacterState), isNew }]
  const children = childrenOf(element).filter(({ item: child }) => getCharacterState(child, 0) !== 'gone')
  if (children.length === 0) return isNew ? [{ element, pieces: [], isNew }] : []
  return children.flatMap(({ type }) =>
    type instanceof Y.XmlElement ? findLostBlocks(type, getCharacterState) : [],
  )
}

export function isTextBlock(element: Y.XmlElement): boolean {
  return documentSchema().nodes[element.nodeName]?.isTextblock === true
}

/**
 * Copies an element with its attributes and its content, including deleted content that Yjs has not
 * garbage-collected. Content that was deleted before the conflict is left out.
 */
export function copyElement(element: Y.XmlElement, getCharacterState: GetCharacterState): Y.XmlElement {
  const copy = new Y.XmlElement(element.nodeName)
  for (const [name, { content }] of element._map) {
    const value = content.getContent().at(-1)
    if (value !== undefined) copy.setAttribute(name, value)
  }
  const inner = childrenOf(element).flatMap(({ item, type }): (Y.XmlElement | Y.XmlText)[] => {
    if (getCharacterState(item, 0) === 'gone') return []
    if (type instanceof Y.XmlElement) return [copyElement(type, getCharacterState)]
    const text = new Y.XmlText()
    text.applyDelta(
      textPieces(type, getCharacterState)
        .filter(({ state }) => isCharacterVisible(state))
        .map((piece) => ({ insert: piece.text, attributes: piece.marks })),
    )
    return [text]
  })
  if (inner.length > 0) copy.insert(0, inner)
  return copy
}

/** Returns true if the side that deleted the block may not know the character. */
export function isCharacterAdded(state: CharacterState): boolean {
  return state === 'added' || state === 'doubtful'
}

/** Returns true if the side that did not delete the block sees the character. */
export function isCharacterVisible(state: CharacterState): boolean {
  return state === 'kept' || isCharacterAdded(state)
}

function piecesOf(block: Y.XmlElement, getCharacterState: GetCharacterState): TextPiece[] {
  return childrenOf(block).flatMap(({ item, type }): TextPiece[] => {
    if (!(type instanceof Y.XmlElement)) return textPieces(type, getCharacterState)
    const state = getCharacterState(item, 0)
    if (state === 'gone') return []
    return [{ text: inlineSign, state, marks: {}, inline: () => copyElement(type, getCharacterState) }]
  })
}

function textPieces(text: Y.XmlText, getCharacterState: GetCharacterState): TextPiece[] {
  const pieces: TextPiece[] = []
  let marks: Record<string, unknown> = {}
  for (let item = text._start; item !== null; item = item.right) {
    if (item.content instanceof Y.ContentFormat && isCharacterVisible(getCharacterState(item, 0)))
      marks = withMark(marks, item.content.key, item.content.value)
    if (item.content instanceof Y.ContentString)
      pieces.push(...runs(item, item.content.str, getCharacterState, marks))
  }
  return pieces
}

function withMark(marks: Record<string, unknown>, key: string, value: unknown): Record<string, unknown> {
  const { [key]: _before, ...others } = marks
  return value === null ? others : { ...others, [key]: value }
}

/**
 * Splits the characters of an item by state, because the other side of the conflict may know only some of them.
 */
function runs(
  item: Y.Item,
  characters: string,
  getCharacterState: GetCharacterState,
  marks: Record<string, unknown>,
): TextPiece[] {
  const pieces: TextPiece[] = []
  let start = 0
  for (let at = 1; at <= characters.length; at++) {
    const state = getCharacterState(item, start)
    if (at < characters.length && getCharacterState(item, at) === state) continue
    if (state !== 'gone') pieces.push({ text: characters.slice(start, at), state, marks, inline: null })
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
