import type { EditorView } from '@tiptap/pm/view'
import { escapeHtml } from '#common/platform/escape-html.ts'
import { t } from '../../../locales/i18n.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { type PastedFragment, splitTextIntoPieces } from './pieces.ts'

/** Pastes HTML. If that throws, pastes the plain text and informs the user. */
export function pasteHtmlWithFallback(
  view: EditorView,
  html: string,
  text: string,
  event?: ClipboardEvent,
): boolean {
  try {
    return view.pasteHTML(html, event)
  } catch {
    reportPlain()
    return view.pasteText(text || extractPlainText(html))
  }
}

/**
 * Yields the pieces of a long text. If the first piece throws, yields the plain text instead and informs the
 * user.
 */
export function* pastedPiecesWithFallback(
  view: EditorView,
  pieces: Iterable<PastedFragment>,
  words: () => string,
): Iterable<PastedFragment> {
  let isBegun = false
  try {
    for (const piece of pieces) {
      yield piece
      isBegun = true
    }
  } catch (error) {
    if (isBegun) throw error
    reportPlain()
    yield* splitTextIntoPieces(view.state.schema, words())
  }
}

/** Returns the result of `read`. If it throws, converts each line of the text to a paragraph. */
export function readHtmlWithFallback(html: string, read: () => string): string {
  try {
    return read()
  } catch {
    reportPlain()
    return paragraphsOf(extractPlainText(html))
  }
}

/** Returns the text of pasted HTML, with one line per block. */
export function extractPlainText(html: string): string {
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

function reportPlain(): void {
  toast.error(t('editor.paste.plain'), { text: t('editor.paste.plainText') })
}
