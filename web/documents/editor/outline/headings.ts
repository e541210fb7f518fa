import type { Node } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { showCaret } from '../blocks/toggles.ts'

export interface Heading {
  /** Before the heading, in the document. */
  position: number
  /** 1 to 6. */
  level: number
  text: string
}

/** The headings that say something, in their order. */
export function headingsIn(doc: Node): Heading[] {
  const found: Heading[] = []
  doc.descendants((node, position) => {
    const text = node.type.name === 'heading' ? node.textContent.trim() : ''
    if (text !== '') found.push({ position, level: Number(node.attrs['level']), text })
    return !node.isTextblock
  })
  return found
}

export interface TextSize {
  words: number
  /** With blanks, as one reads them: a letter with its accents is one. */
  characters: number
  /** To read it silently, at least one. */
  minutes: number
}

/** Words a minute that adults read silently in English, on average (Brysbaert, Journal of Memory and Language, 2019). */
const readAMinute = 238

/** In whatever script: Chinese and Thai have words without blanks between them. */
export function textSizeOf(doc: Node, language: string): TextSize {
  const text = doc.textBetween(0, doc.content.size, '\n', ' ')
  let words = 0
  for (const { isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text))
    if (isWordLike) words++
  let characters = 0
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'grapheme' }).segment(text))
    if (segment !== '\n') characters++
  return { words, characters, minutes: Math.max(1, Math.round(words / readAMinute)) }
}

/** The heading whose part of the text is at the top of what one sees; null above the first. */
export function headingInSight(view: EditorView, headings: readonly Heading[], top: number): Heading | null {
  const above = headings.filter(({ position }) => {
    const dom = view.nodeDOM(position)
    return dom instanceof HTMLElement && dom.getBoundingClientRect().top <= top
  })
  return above.at(-1) ?? null
}

/** Brings a heading to the top of what one sees, out of what is folded. */
export function goToHeading(view: EditorView, { position }: Heading): void {
  if (position >= view.state.doc.content.size) return
  showCaret(view, view.state.doc.resolve(position + 1))
  const dom = view.nodeDOM(position)
  if (dom instanceof HTMLElement) dom.scrollIntoView({ block: 'start' })
}
