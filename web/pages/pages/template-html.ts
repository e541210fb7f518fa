import { markdownToHtml } from '#common/documents/content/reading/markdown.ts'
import { tidyPastedHtml } from '#common/documents/content/reading/tidy.ts'

/** Converts Markdown to HTML and cleans it like pasted content. */
export function templateMarkdownToHtml(markdown: string): string {
  const { body } = new DOMParser().parseFromString(markdownToHtml(markdown), 'text/html')
  tidyPastedHtml(body, '')
  return body.innerHTML
}
