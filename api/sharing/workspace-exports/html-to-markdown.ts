import type { EntityManager } from '@mikro-orm/postgresql'
import { loadMentionNames } from '../../access/name-mentions.ts'
import { mergeDocumentInThread } from '../../documents/content/thread-pool.ts'

/** Converts a text to Markdown with the names of the mentioned people. The result ends with a line break. */
export async function htmlToMarkdown(
  em: EntityManager,
  workspaceId: string,
  userId: string,
  html: string,
): Promise<string> {
  const mentioned = [...html.matchAll(/<mention-component [^>]*entity_identifier="([0-9a-f-]{36})"/g)]
  const ids = [...new Set(mentioned.map(([, id = '']) => id))]
  const people = ids.length === 0 ? {} : Object.fromEntries(await loadMentionNames(em, workspaceId, ids))
  const task = { name: '', parts: [], html: null, content: { html }, derives: false }
  const { markdown } = await mergeDocumentInThread({ ...task, words: { people, pictures: {} } }, userId)
  return `${markdown ?? ''}\n`
}
