import type { EntityManager } from '@mikro-orm/postgresql'
import { membersOfMentionedTeams } from '../../access/mentioned-people.ts'
import type { ChangeHandlerPorts, FeedChange, FeedReader } from '../../platform/feed/reader.ts'
import { updateNotificationsOfComments } from './follow-comments.ts'
import { collectItemEvents } from './item-events.ts'
import { collectPageEvents } from './page-events.ts'
import { findPageEventReceivers } from './page-receivers.ts'
import { findProjectEventReceivers } from './project-events.ts'
import { findItemEventReceivers } from './receivers.ts'
import { updateNotificationsOfItems } from './update-item-notifications.ts'
import { updateNotificationsOfPages } from './update-page-notifications.ts'
import { updateNamesOfChangedTeams } from './update-team-names.ts'
import { writeNotifications } from './write.ts'

/**
 * Creates notifications for events on work items, for mentions and comments in pages, and for people who were added to
 * projects. When the reader runs for the first time, it starts at the current end of the feed, so older events cause no
 * notifications.
 */
export const notificationsReader: FeedReader = {
  name: 'notifications',
  begins: 'now',
  // Ignore the changes that this reader writes.
  ignores: ['notifications'],
  handle,
}

async function handle(
  em: EntityManager,
  workspaceId: string,
  stored: FeedChange[],
  ports: ChangeHandlerPorts,
): Promise<void> {
  await updateNamesOfChangedTeams(em, workspaceId, stored, ports)
  const changes = await replaceMentionedTeams(em, workspaceId, stored)
  await updateNotificationsOfItems(em, changes)
  await updateNotificationsOfComments(em, changes)
  await updateNotificationsOfPages(em, changes)
  const happened = await collectItemEvents(em, changes)
  const ofItems = happened.length === 0 ? [] : await findItemEventReceivers(em, workspaceId, happened)
  const ofPages = await findPageEventReceivers(
    em,
    workspaceId,
    await collectPageEvents(em, workspaceId, changes),
  )
  const ofProjects = await findProjectEventReceivers(em, changes)
  await writeNotifications(em, workspaceId, [...ofItems, ...ofPages, ...ofProjects])
}

/** Replaces mentions of private teamspaces by their members, because only the teamspaces are stored. */
async function replaceMentionedTeams(
  em: EntityManager,
  workspaceId: string,
  changes: FeedChange[],
): Promise<FeedChange[]> {
  const mentioned = changes.flatMap(({ fields, old_fields }) => [
    ...mentionIdsIn(fields),
    ...mentionIdsIn(old_fields),
  ])
  const teams = await membersOfMentionedTeams(em, workspaceId, [...new Set(mentioned)])
  if (teams.size === 0) return changes
  const withMembers = (fields: Record<string, unknown>) => {
    const ids = mentionIdsIn(fields)
    const people = ids.flatMap((id) => teams.get(id) ?? [id])
    return ids.length === 0 ? fields : { ...fields, mention_ids: [...new Set(people)] }
  }
  return changes.map((change) => ({
    ...change,
    fields: withMembers(change.fields),
    old_fields: change.old_fields && withMembers(change.old_fields),
  }))
}

function mentionIdsIn(fields: Record<string, unknown> | null | undefined): string[] {
  const ids = fields?.['mention_ids']
  return Array.isArray(ids) ? ids.map(String) : []
}
