import * as Y from 'yjs'
import { containsControlCharacters } from '../../platform/text.ts'
import { titleFragmentName } from './fragment.ts'

/** Maximum length of a page name in characters. The name is also stored as the title in the document. */
export const maxPageNameLength = 500

/**
 * Returns the title of a page as a single line, or an empty string. Clients can send any Yjs structure, so the first
 * element with text counts as the title, as in the editor, which shows only one heading.
 */
export function getDocumentTitle(doc: Y.Doc): string {
  for (const element of doc.getXmlFragment(titleFragmentName).toArray()) {
    const title = lineOf(textIn(element, 0))
    if (title !== '') return title
  }
  return ''
}

/**
 * Sets the title in one heading by writing only the difference. Returns the Yjs update, or null if nothing
 * differs.
 */
export function setDocumentTitle(doc: Y.Doc, title: string): Uint8Array | null {
  if (getDocumentTitle(doc) === title) return null
  const before = Y.encodeStateVector(doc)
  doc.transact(() => {
    const fragment = doc.getXmlFragment(titleFragmentName)
    const first = fragment.get(0)
    if (isHeading(first)) {
      const text = first.get(0)
      if (first.length === 1 && text instanceof Y.XmlText) changeText(text, title)
      else {
        first.delete(0, first.length)
        first.insert(0, [new Y.XmlText(title)])
      }
    } else fragment.insert(0, [newHeading(title)])
    for (let at = fragment.length - 1; at > 0; at--) if (isHeading(fragment.get(at))) fragment.delete(at)
  })
  return Y.encodeStateAsUpdate(doc, before)
}

/**
 * Changes the text by writing only the difference, so that concurrent typing is not lost and carets stay in
 * place.
 */
function changeText(text: Y.XmlText, wanted: string): void {
  const delta: { insert?: unknown }[] = text.toDelta()
  const isPlain = delta.every(({ insert }) => typeof insert === 'string')
  const now = isPlain ? delta.map(({ insert }) => insert).join('') : null
  if (now === null) {
    text.delete(0, text.length)
    text.insert(0, wanted)
    return
  }
  const most = Math.min(now.length, wanted.length)
  let start = 0
  while (start < most && now[start] === wanted[start]) start++
  // Move the boundary out of a surrogate pair, because Yjs corrupts a pair that is split.
  if (isFirstHalf(now[start - 1])) start--
  let end = 0
  while (end < most - start && now.at(-1 - end) === wanted.at(-1 - end)) end++
  if (isSecondHalf(now[now.length - end])) end--
  text.delete(start, now.length - end - start)
  text.insert(start, wanted.slice(start, wanted.length - end))
}

function isFirstHalf(unit: string | undefined): boolean {
  return unit !== undefined && /[\uD800-\uDBFF]/.test(unit)
}

function isSecondHalf(unit: string | undefined): boolean {
  return unit !== undefined && /[\uDC00-\uDFFF]/.test(unit)
}

/**
 * Returns true for a heading that contains only text, as editors write it. Deeply nested content is not
 * deleted but remains after the title, because Yjs deletes recursively and could overflow the stack.
 */
function isHeading(type: unknown): type is Y.XmlElement {
  return (
    type instanceof Y.XmlElement &&
    type.nodeName === 'heading' &&
    type.toArray().every((child) => child instanceof Y.XmlText)
  )
}

/** Creates a heading. The level is omitted, because headings have level 1 by default. */
function newHeading(title: string): Y.XmlElement {
  const heading = new Y.XmlElement('heading')
  heading.insert(0, [new Y.XmlText(title)])
  return heading
}

const deepest = 4

function textIn(type: unknown, depth: number): string {
  if (type instanceof Y.XmlText) {
    const delta: { insert?: unknown }[] = type.toDelta()
    return delta.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join('')
  }
  if (!(type instanceof Y.XmlElement) || depth > deepest) return ''
  return type
    .toArray()
    .map((child) => textIn(child, depth + 1))
    .join('')
}

function lineOf(text: string): string {
  const shown = [...text.toWellFormed()].map((character) => (isBreak(character) ? ' ' : character))
  // Remove half of a surrogate pair that the limit has cut.
  const fitting = shown
    .join('')
    .trim()
    .slice(0, maxPageNameLength)
    .replace(/[\uD800-\uDBFF]$/, '')
  return fitting.trim()
}

function isBreak(character: string): boolean {
  return /[\t\n\r\u2028\u2029]/.test(character) || containsControlCharacters(character)
}
