import { escapeHtml } from '#common/platform/escape-html.ts'

/** What somebody typed as HTML: paragraphs where a line is left free, line breaks elsewhere. */
export function htmlOfWords(words: string): string {
  return words
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')
}

/** The same back again; null for what was written with more than words, which a plain field would take away. */
export function wordsOfHtml(html: string): string | null {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const lineBreak of body.querySelectorAll('br')) lineBreak.replaceWith('\n')
  const words = [...body.children].map((paragraph) => paragraph.textContent).join('\n\n')
  return htmlOfWords(words) === html ? words : null
}
