import { escapeHtml } from '#common/platform/escape-html.ts'

/** Converts plain text to HTML: an empty line separates paragraphs, other newlines become line breaks. */
export function plainTextToHtml(words: string): string {
  return words
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')
}

/**
 * Converts the HTML of a comment back to plain text. Returns null if the HTML contains formatting, which a
 * plain text field would lose.
 */
export function htmlToPlainText(html: string): string | null {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const lineBreak of body.querySelectorAll('br')) lineBreak.replaceWith('\n')
  const words = [...body.children].map((paragraph) => paragraph.textContent).join('\n\n')
  return plainTextToHtml(words) === html ? words : null
}
