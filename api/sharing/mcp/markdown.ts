import { documentToMarkdown } from '#common/documents/content/markdown.ts'
import { InvalidDocument } from '#common/documents/content/parse-json.ts'
import { nodeFromHtml } from '../../documents/content/parse-html.ts'
import { parseFileInThread } from '../../documents/content/thread-pool.ts'

/**
 * Maximum number of characters of HTML that this process converts to Markdown. The conversion of a longer text would
 * delay the requests of other users, so the answer contains its HTML.
 */
const maxConvertedLength = 30_000
/** Maximum number of characters in an answer, so that one text does not fill the context of a language model. */
const maxTextLength = 20_000

/** Converts Markdown to the HTML of the editor, in a worker thread. */
export async function markdownToEditorHtml(text: string, person: string): Promise<string> {
  if (text.trim() === '') return '<p></p>'
  const noFiles = { file: 'text.md', name: '', pages: {}, by_id: {}, files: {}, spare: [], below: [] }
  const { html } = await parseFileInThread({ ...noFiles, kind: 'markdown', text, keepsTitle: true }, person)
  return html
}

/**
 * Converts a text to Markdown and returns a part of it, which starts after `offset` characters. `next_offset` is null
 * at the end of the text. `names` contains the names of mentioned people by their ids.
 */
export function textPart(html: string, names: Map<string, string>, offset = 0) {
  const text = toMarkdown(html, names)
  const end = offset + maxTextLength
  return { text: text.slice(offset, end), next_offset: end < text.length ? end : null }
}

function toMarkdown(html: string, names: Map<string, string>): string {
  if (html.length > maxConvertedLength) return html
  try {
    return documentToMarkdown(nodeFromHtml(html), { personName: (id) => names.get(id) ?? 'somebody' })
  } catch (error) {
    if (error instanceof InvalidDocument) return html
    throw error
  }
}
