import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../platform/db/orm.ts'
import { currentAndFormerMembers } from './people.ts'

/**
 * Replaces `@` and the id of a mentioned user or teamspace by the current name. Removes mentions of users who were
 * never in the workspace, and of private teamspaces, because everyone who sees the text would read their names.
 */
export async function replaceMentionIdsByNames(
  em: EntityManager,
  workspaceId: string,
  text: string,
  mentionIds: readonly string[],
): Promise<string> {
  if (mentionIds.length === 0) return text
  const names = new Map(
    [...(await loadMentionNames(em, workspaceId, mentionIds))].map(([id, name]) => [`@${id}`, `@${name}`]),
  )
  const mentions = new Set(mentionIds.map((person) => `@${person}`))
  return text
    .replace(/@[0-9a-f-]{36}/g, (words) => (mentions.has(words) ? (names.get(words) ?? '') : words))
    .trim()
}

/** Returns the names of mentioned users and public teamspaces by their ids. */
export async function loadMentionNames(
  em: EntityManager,
  workspaceId: string,
  mentionIds: readonly string[],
): Promise<Map<string, string>> {
  const people = await currentAndFormerMembers(em, workspaceId)
    .where(sql<boolean>`u.id = any(${mentionIds}::uuid[])`)
    .execute()
  const names = new Map(people.map(({ id, display_name }) => [id, display_name]))
  if (mentionIds.every((id) => names.has(id))) return names
  const teams = await query(em)
    .selectFrom('teamspaces')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where('access', '=', 1)
    .where(sql<boolean>`id = any(${mentionIds}::uuid[])`)
    .execute()
  for (const { id, name } of teams) names.set(id, name)
  return names
}
