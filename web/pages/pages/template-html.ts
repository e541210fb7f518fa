import { markdownToHtml } from '#common/documents/content/reading/markdown.ts'
import { normalizePastedHtml } from '#common/documents/content/reading/normalize-pasted-html.ts'

/** Converts Markdown to HTML and cleans it like pasted content. */
export function templateMarkdownToHtml(markdown: string): string {
  const { body } = new DOMParser().parseFromString(markdownToHtml(markdown), 'text/html')
  normalizePastedHtml(body, '')
  return body.innerHTML
}
