import type { EntityManager } from '@mikro-orm/postgresql'
import { documentToMarkdown } from '#common/documents/content/markdown.ts'
import { mentionedIds } from '#common/documents/content/mention.ts'
import { InvalidDocument, nodeFromJson } from '#common/documents/content/parse-json.ts'
import { AppError } from '#common/platform/errors.ts'
import { escapeHtml } from '#common/platform/escape-html.ts'
import { loadMentionNames } from '../../../access/name-mentions.ts'
import { parseFileInThread } from '../../../documents/content/thread-pool.ts'

/**
 * Converts Markdown from a forge to the HTML of Tandem's editor. Relative links and pictures are left out. Text
 * that cannot be converted, for example because it is nested too deeply, is returned as plain text.
 */
export async function forgeMarkdownToHtml(text: string, person: string): Promise<string> {
  if (text.trim() === '') return '<p></p>'
  const noFiles = { file: 'issue.md', name: '', pages: {}, by_id: {}, files: {}, spare: [], below: [] }
  try {
    const { html } = await parseFileInThread({ ...noFiles, kind: 'markdown', text, keepsTitle: true }, person)
    return html
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error
    return `<p>${text.split(/\r?\n/).map(escapeHtml).join('<br>')}</p>`
  }
}

/**
 * Escapes the name of a user for Markdown. A zero-width space after `@` prevents that the forge notifies an
 * account with the same name.
 */
export function nameInMarkdown(name: string): string {
  return name.replace(/[\\`*_[\]<>#~]/g, '\\$&').replaceAll('@', '@\u200b')
}

/**
 * Converts a stored text to Markdown. Mentions become plain names instead of links, so that nobody on the
 * forge is notified.
 */
export async function documentJsonToMarkdown(
  em: EntityManager,
  workspaceId: string,
  json: unknown,
): Promise<string> {
  try {
    const node = nodeFromJson(json)
    const names = await loadMentionNames(em, workspaceId, mentionedIds(node))
    // Insert a zero-width space before the name, so that the forge does not notify an account with the same
    // name.
    return documentToMarkdown(node, { personName: (id) => `\u200b${names.get(id) ?? '…'}` })
  } catch (error) {
    // Treat an item without a description, which has no valid document, as an empty text.
    if (error instanceof InvalidDocument) return ''
    throw error
  }
}
