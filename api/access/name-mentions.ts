import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { currentAndFormerMembers } from './people.ts'

/**
 * Replaces `@` and the id of a mentioned user by the user's current name. Removes mentions of users who were never in
 * the workspace.
 */
export async function replaceMentionIdsByNames(
  em: EntityManager,
  workspaceId: string,
  text: string,
  mentionIds: readonly string[],
): Promise<string> {
  if (mentionIds.length === 0) return text
  const people = await currentAndFormerMembers(em, workspaceId)
    .where(sql<boolean>`u.id = any(${mentionIds}::uuid[])`)
    .execute()
  const names = new Map(people.map((person) => [`@${person.id}`, `@${person.display_name}`]))
  const mentions = new Set(mentionIds.map((person) => `@${person}`))
  return text
    .replace(/@[0-9a-f-]{36}/g, (words) => (mentions.has(words) ? (names.get(words) ?? '') : words))
    .trim()
}
