import type { EditorView } from '@tiptap/pm/view'
import { escapeHtml } from '#common/platform/escape-html.ts'
import { t } from '../../../locales/i18n.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { type Piece, piecesOfText } from './pieces.ts'

/** A text that cannot be put in with its blocks and marks is put in as plain text. */
export function pasteOrPlain(view: EditorView, html: string, text: string, event?: ClipboardEvent): boolean {
  try {
    return view.pasteHTML(html, event)
  } catch {
    tellPlain()
    return view.pasteText(text || plainWordsOf(html))
  }
}

/** The same for a long text, of which no piece has been put in yet. */
export function* piecesOrPlain(
  view: EditorView,
  pieces: Iterable<Piece>,
  words: () => string,
): Iterable<Piece> {
  let isBegun = false
  try {
    for (const piece of pieces) {
      yield piece
      isBegun = true
    }
  } catch (error) {
    if (isBegun) throw error
    tellPlain()
    yield* piecesOfText(view.state.schema, words())
  }
}

/** Returns what `read` makes of a page. Where that throws, each line of the words becomes a paragraph. */
export function htmlOrPlain(html: string, read: () => string): string {
  try {
    return read()
  } catch {
    tellPlain()
    return paragraphsOf(plainWordsOf(html))
  }
}

/** The words of a page, a line for each of its blocks. */
export function plainWordsOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const hidden of body.querySelectorAll('script, style, template')) hidden.remove()
  for (const block of body.querySelectorAll('br, p, li, tr, pre, blockquote, h1, h2, h3, h4, h5, h6, div'))
    block.append('\n')
  return (body.textContent ?? '').replace(/\s*\n\s*/g, '\n').trim()
}

function paragraphsOf(text: string): string {
  return text
    .split('\n')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')
}

function tellPlain(): void {
  toast.error(t('editor.paste.plain'), { text: t('editor.paste.plainText') })
}
