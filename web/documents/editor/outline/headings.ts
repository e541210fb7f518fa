import type { Node } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { leafText } from '#common/documents/content/leaf-text.ts'
import { expandTogglesAround } from '../blocks/toggles.ts'

export interface Heading {
  /** The position directly before the heading. */
  position: number
  /** The heading level, from 1 to 6. */
  level: number
  text: string
}

/**
 * Returns the headings that are not empty, in order. `textOf` returns the text of a heading as the reader sees it, with
 * the names of people, pages and work items.
 */
export function headingsOfDocument(doc: Node, textOf: (heading: Node) => string = plainText): Heading[] {
  const found: Heading[] = []
  doc.descendants((node, position) => {
    if (node.type.name === 'heading' && plainText(node).trim() !== '')
      found.push({ position, level: Number(node.attrs['level']), text: textOf(node).trim() })
    return !node.isTextblock
  })
  return found
}

function plainText(heading: Node): string {
  return heading.textBetween(0, heading.content.size, undefined, (leaf) => leafText(leaf))
}

export interface TextStatistics {
  words: number
  /** The number of characters as users perceive them (grapheme clusters), including spaces. */
  characters: number
  /** The estimated time for silent reading in minutes, at least 1. */
  minutes: number
}

/**
 * The average silent reading rate for English in words per minute (Brysbaert, Journal of Memory and Language,
 * 2019).
 */
const readAMinute = 238

/**
 * Counts the words and characters of a text and estimates its reading time. `Intl.Segmenter` finds the words,
 * because languages such as Chinese and Thai do not separate words by spaces.
 */
export function computeTextStatistics(doc: Node, language: string): TextStatistics {
  const text = doc.textBetween(0, doc.content.size, '\n', ' ')
  let words = 0
  for (const { isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text))
    if (isWordLike) words++
  let characters = 0
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'grapheme' }).segment(text))
    if (segment !== '\n') characters++
  return { words, characters, minutes: Math.max(1, Math.round(words / readAMinute)) }
}

/**
 * Returns the heading of the section at the top of the viewport, or null if the first heading is below that
 * position.
 */
export function findCurrentHeading(
  view: EditorView,
  headings: readonly Heading[],
  top: number,
): Heading | null {
  let current: Heading | null = null
  for (const heading of headings) {
    const dom = view.nodeDOM(heading.position)
    const box = dom instanceof HTMLElement ? dom.getBoundingClientRect() : null
    // A heading in a collapsed toggle has no height.
    if (box === null || box.height === 0) continue
    if (box.top > top) break
    current = heading
  }
  return current
}

/**
 * Scrolls the heading with this index to the top of the viewport and expands toggles around it. The heading is looked up
 * again, because a displayed list of headings is updated only after a pause in typing.
 */
export function scrollToHeading(view: EditorView, at: number): void {
  const heading = headingsOfDocument(view.state.doc)[at]
  if (heading === undefined) return
  expandTogglesAround(view, view.state.doc.resolve(heading.position + 1))
  const dom = view.nodeDOM(heading.position)
  if (dom instanceof HTMLElement) dom.scrollIntoView({ block: 'start' })
}
