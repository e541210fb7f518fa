import type { EntityManager } from '@mikro-orm/postgresql'
import { AppError } from '#common/platform/errors.ts'
import { loadMentionNames } from '../../access/name-mentions.ts'
import { mergeDocumentInThread } from '../../documents/content/thread-pool.ts'
import { retryWhileBusy } from './retry-while-busy.ts'

/** Converts a text to Markdown with the names of the mentioned people. The result ends with a line break. */
export async function htmlToMarkdown(
  em: EntityManager,
  workspaceId: string,
  userId: string,
  html: string,
): Promise<string> {
  const mentioned = [...html.matchAll(/<mention-component [^<>]*entity_identifier="([0-9a-f-]{36})"/g)]
  const ids = [...new Set(mentioned.map(([, id = '']) => id))]
  const people = ids.length === 0 ? {} : Object.fromEntries(await loadMentionNames(em, workspaceId, ids))
  const task = { name: '', parts: [], html: null, content: { html }, derives: false }
  const { markdown } = await retryWhileBusy(() =>
    mergeDocumentInThread({ ...task, words: { people, pictures: {} } }, userId),
  )
  return `${markdown ?? ''}\n`
}

/** Returns true if a text is too large or too complex to be converted. */
export function isUnreadableText(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'too_large' || error.code === 'invalid')
}
