import { markdownToHtml } from '#common/documents/content/reading/markdown.ts'
import { tidyPasted } from '#common/documents/content/reading/tidy.ts'

/** Converts Markdown to HTML and cleans it like pasted content. */
export function templateHtml(markdown: string): string {
  const { body } = new DOMParser().parseFromString(markdownToHtml(markdown), 'text/html')
  tidyPasted(body, '')
  return body.innerHTML
}
