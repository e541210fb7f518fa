import { htmlOfMarkdown } from '#common/documents/content/reading/markdown.ts'
import { tidyPasted } from '#common/documents/content/reading/tidy.ts'

/** What a text in Markdown is in a document: it is read as one that is pasted. */
export function htmlOfText(markdown: string): string {
  const { body } = new DOMParser().parseFromString(htmlOfMarkdown(markdown), 'text/html')
  tidyPasted(body, '')
  return body.innerHTML
}
