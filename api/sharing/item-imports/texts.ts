import { AppError } from '#common/platform/errors.ts'
import { escapeHtml } from '#common/platform/escape-html.ts'
import { parseFileInThread } from '../../documents/content/thread-pool.ts'
import type { SourceChange, SourceText } from './reading/source-item.ts'

export interface ImportedText {
  html: string
  /** False if the text could not be converted and was stored as plain text. */
  isConverted: boolean
}

/** Converts a text of the source to the HTML of Tandem's editor. */
export async function importedText({ kind, text }: SourceText, userId: string): Promise<ImportedText> {
  const trimmed = text.replaceAll('\0', '').trim().toWellFormed()
  if (trimmed === '') return { html: '', isConverted: true }
  if (kind === 'text' || isPlain(trimmed)) return { html: plainTextToHtml(trimmed), isConverted: true }
  const noFiles = { file: 'item', name: '', pages: {}, by_id: {}, files: {}, spare: [], below: [] }
  try {
    const file = {
      ...noFiles,
      kind: kind === 'html' ? kind : ('markdown' as const),
      text: trimmed,
      keepsTitle: true,
    }
    return { html: withoutStoredFiles((await parseFileInThread(file, userId)).html), isConverted: true }
  } catch (error) {
    if (!(error instanceof AppError) || !['invalid', 'too_large'].includes(error.code)) throw error
    return { html: plainTextToHtml(trimmed), isConverted: false }
  }
}

/** Returns true for one line without any markup, which needs no conversion. */
function isPlain(text: string): boolean {
  return /^[\p{L}\p{N} ,.;?']*$/u.test(text) && !/^\d+\. /.test(text)
}

/**
 * Removes elements that show images and files stored in Tandem, because an imported file must not show files of other
 * texts.
 */
function withoutStoredFiles(html: string): string {
  return html.replace(/<(\/?)(?:image|file)-component(?=[\s>])/g, '<$1span')
}

export function plainTextToHtml(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((part) => `<p>${part.trim().split(/\r?\n/).map(escapeHtml).join('<br>')}</p>`)
    .join('')
}

const maxEntryLength = 500

/** Returns a collapsed list of changes. Returns an empty string if the source contains no history. */
export function historyToHtml(history: readonly SourceChange[]): string {
  const lines = history.map(({ author, created_at, text }) => {
    const time = created_at?.slice(0, 16).replace('T', ' ') ?? null
    const line = [time, author, text].filter((part) => part !== null && part !== '').join(' · ')
    return `<li><p>${escapeHtml(line.slice(0, maxEntryLength).toWellFormed())}</p></li>`
  })
  if (lines.length === 0) return ''
  return `<details><summary>History</summary><ul>${lines.join('')}</ul></details>`
}

/** Returns a paragraph with a value that has no field in Tandem. */
export function detailToHtml(name: string, value: string): string {
  return `<p><strong>${escapeHtml(name)}:</strong> ${value.split(/\r?\n/).map(escapeHtml).join('<br>')}</p>`
}
