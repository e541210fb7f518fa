import { computeExpectedAccess, type ExpectedAccess } from './access.ts'
import type { RowVersion, WorkspaceRecord } from './recorder.ts'
import { createTimeline, type Timeline } from './timeline.ts'

interface Told {
  version: number
  id: string
  receiver: string
  item: string
  actor: unknown
  /** The ids of the events in the notification. The event of a comment has the id of the comment. */
  happened: string[]
  isMention: boolean
}

/**
 * Checks that each subscriber of an item is notified of each comment once. Nobody may be notified of their own changes
 * or of items that they could not see. Compares only recorded rows and tolerates a delay, because the server writes a
 * notification from the state of the item at some earlier version.
 */
export function findNotificationViolations({ images }: WorkspaceRecord): string[] {
  const told = images.flatMap(toldBy)
  const timeline = createTimeline(images)
  const known = { images, timeline, access: computeExpectedAccess(timeline) }
  return [...toldTwice(told, restoredComments(images)), ...toldWrongly(told, known), ...notTold(told, known)]
}

interface Known {
  images: RowVersion[]
  timeline: Timeline
  access: ExpectedAccess
}

/**
 * Returns events that were notified twice. Events of restored items are left out, because deleting an item
 * deletes its notifications, so its events may be notified again.
 */
function toldTwice(told: Told[], restored: Set<string>): string[] {
  const once = told.flatMap(eachHappening).filter(({ happened }) => !restored.has(happened))
  return [...Map.groupBy(once, ({ key }) => key)].flatMap(([key, rows]) => {
    const ids = [...new Set(rows.map(({ id }) => id))]
    return ids.length > 1 ? `repetition: ${key} was told by ${ids.join(' and ')}` : []
  })
}

function toldWrongly(told: Told[], { images, access }: Known): string[] {
  const first = [...Map.groupBy(told, ({ id, receiver }) => `${id} ${receiver}`).values()].flatMap((all) =>
    all.slice(0, 1),
  )
  return first.flatMap(({ id, receiver, item, actor, version }) => {
    if (receiver === actor) return `leak: ${id} tells ${receiver} what they did`
    const saw = lately(images, item, version).some((at) => access.sees(receiver, 'work_items', item, at))
    return saw ? [] : `leak: ${id} tells ${receiver} of ${item}, which they do not see at ${version}`
  })
}

function notTold(told: Told[], { images, timeline, access }: Known): string[] {
  const last = images.at(-1)?.version ?? 0
  return commentsThatStayed(images).flatMap((comment) => {
    const [item, actor] = [String(comment.row?.['issue_id']), comment.row?.['actor']]
    const since = [comment.version, ...decidingAfter(images, item, comment.version), last]
    const hears = (person: string, at: number) =>
      access.sees(person, 'work_items', item, at) &&
      idsOf(timeline.rowAt('work_items', item, at)?.['subscriber_ids']).includes(person)
    return hearersOf(images, item, comment.version)
      .filter((person) => person !== actor && since.every((at) => hears(person, at)))
      .filter((person) => !told.some((one) => one.receiver === person && one.happened.includes(comment.id)))
      .map((person) => `missed: ${person} was not told of the comment ${comment.id} at ${comment.version}`)
  })
}

function toldBy({ entity, id, version, row }: RowVersion): Told[] {
  // A notification about a project belongs to no item, and everybody in the project may receive it.
  if (entity !== 'notifications' || row === null || row['entity_name'] === 'project') return []
  const { receivers, entity_identifier, triggered_by, data, is_mentioned_notification } = row
  const { issue_activities } = data as { issue_activities: { id: string }[] }
  return idsOf(receivers).map((receiver) => ({
    ...{ version, id, receiver, item: String(entity_identifier), actor: triggered_by },
    happened: issue_activities.map((one) => one.id),
    isMention: is_mentioned_notification === true,
  }))
}

function eachHappening({ id, receiver, happened, isMention }: Told) {
  return happened.map((one) => ({
    id,
    happened: one,
    key: `${one} to ${receiver}${isMention ? ' as a mention' : ''}`,
  }))
}

/**
 * The number of versions that the server may be behind when it writes notifications from the current rows.
 */
const lag = 600

/** Returns the versions, within `lag` before `version`, at which the item or its visibility changed. */
function lately(images: RowVersion[], item: string, version: number): number[] {
  return [version, ...decidingAfter(images, item, version - lag).filter((at) => at <= version)]
}

const deciding = new Set<string>(['projects', 'workspace_members', 'project_members'])

function decidingAfter(images: RowVersion[], item: string, version: number): number[] {
  return images
    .filter((one) => one.version > version && (deciding.has(one.entity) || one.id === item))
    .flatMap((one) => [one.version - 1, one.version])
}

function restoredComments(images: RowVersion[]): Set<string> {
  const comments = images.filter(({ entity, row }) => entity === 'work_item_comments' && row !== null)
  const restored = comments.filter(({ id, row }, at) => {
    const before = comments.slice(0, at).findLast((one) => one.id === id)?.row
    return before != null && before['removed_at'] !== null && row?.['removed_at'] === null
  })
  return new Set(restored.map(({ id }) => id))
}

/** Returns the first version of each comment that nobody has deleted. */
function commentsThatStayed(images: RowVersion[]): RowVersion[] {
  const comments = images.filter(({ entity }) => entity === 'work_item_comments')
  return [...Map.groupBy(comments, ({ id }) => id).values()].flatMap((all) => {
    const isRemoved = all.some(({ row }) => row === null || row['removed_at'] !== null)
    return isRemoved ? [] : all.slice(0, 1)
  })
}

function hearersOf(images: RowVersion[], item: string, version: number): string[] {
  const row = images.findLast((one) => one.id === item && one.version <= version)?.row
  return idsOf(row?.['subscriber_ids'])
}

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
