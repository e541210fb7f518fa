import type { EntityName } from '#common/entities.ts'
import type { WebhookAction, WebhookEvent, WebhookEventCategory } from '#common/sharing/webhooks/rules.ts'
import type { FeedChange } from '../../platform/feed/reader.ts'

/**
 * An event that is sent to webhooks. `switch` is the category of events that a webhook must have enabled to receive
 * it.
 */
export interface WebhookMessage {
  event: WebhookEvent
  switch: WebhookEventCategory
  action: WebhookAction
  entity: WebhookTable
  id: string
  actor_id: string | null
  /** Time of the change. */
  at: Date
  /** The changed fields with their new values. If the row is new, this object contains all fields. */
  fields: Record<string, unknown>
  /**
   * The name of the updated field, with its values before and after the change. Is null if the event is not the
   * update of a field.
   */
  field: string | null
  old_value: unknown
  new_value: unknown
}

/** Tables whose changes are sent to webhooks, each with the subject that receivers know. */
export const webhookEventsByTable = {
  projects: 'project',
  work_items: 'issue',
  work_item_comments: 'issue_comment',
  cycles: 'cycle',
  modules: 'module',
} as const satisfies Partial<Record<EntityName, WebhookEventCategory>>
export type WebhookTable = keyof typeof webhookEventsByTable

/**
 * Fields whose changes trigger no event, because they follow from other changes or are only a position or a
 * count.
 */
const silent: Record<WebhookTable, readonly string[]> = {
  projects: ['intake_count'],
  work_items: [
    ...['state__group', 'completed_at', 'epic_id', 'is_epic', 'subscriber_ids', 'mention_ids'],
    ...['sub_issues_count', 'link_count', 'attachment_count', 'git_state', 'sequence_id'],
  ],
  work_item_comments: ['mention_ids', 'edited_at', 'resolved_by', 'removed_at'],
  cycles: ['progress_snapshot'],
  modules: [],
}
const silentEverywhere = [
  'id',
  'workspace_id',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'sort_order',
]

/**
 * Fields of a work item that change when only its description is edited. The description itself is stored in
 * a separate document.
 */
const ofText = ['updated_at', 'updated_by', 'mention_ids']

/** Returns the events of a change: one for a created or deleted row, otherwise one for each changed field. */
export function createWebhookMessages(change: FeedChange): WebhookMessage[] {
  const { entity } = change
  if (!isWebhookSubject(entity)) return []
  const action = actionOf(change, entity)
  if (action === null) return []
  const base = {
    ...whatOf(change, entity),
    event: webhookEventsByTable[entity],
    switch: webhookEventsByTable[entity],
    action,
  }
  if (action === 'deleted') return [base]
  if (action === 'created') return [base, ...cycleAndModuleMessages(change, null)]
  const changed = changedIn(change)
  const edited =
    entity === 'work_items' && changed.length > 0 && changed.every((name) => ofText.includes(name))
  if (edited) return [{ ...base, field: 'description' }]
  return changed
    .filter((name) => !silentEverywhere.includes(name) && !silent[entity].includes(name))
    .flatMap((name) =>
      entity === 'work_items' && name in cycleAndModuleEvents
        ? cycleAndModuleMessages(change, name)
        : [named(base, change, name)],
    )
}

function isWebhookSubject(entity: string): entity is WebhookTable {
  return Object.hasOwn(webhookEventsByTable, entity)
}

/**
 * Returns the action that the webhook event contains, or null if the change causes no event. Removing the
 * text of a comment counts as deleting the comment, although its row remains for its replies.
 */
function actionOf({ op, fields, old_fields }: FeedChange, entity: WebhookTable): WebhookAction | null {
  const wasGone = entity === 'work_item_comments' && Boolean(old_fields?.['removed_at'])
  const isGone = entity === 'work_item_comments' && Boolean(fields['removed_at'])
  if (op === 'delete') return wasGone ? null : 'deleted'
  if (isGone) return wasGone || op === 'create' ? null : 'deleted'
  return op === 'create' || wasGone ? 'created' : 'updated'
}

/**
 * Returns the names of the changed fields. Only fields in `old_fields` count, because `fields` contains the
 * whole row when users newly gain access to it.
 */
function changedIn({ fields, old_fields }: FeedChange): string[] {
  const before = old_fields ?? {}
  return Object.keys(fields).filter((name) => name in before && !isSame(before[name], fields[name]))
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function whatOf(
  { id, actor_id, created_at: at, fields }: FeedChange,
  entity: WebhookTable,
): Omit<WebhookMessage, 'event' | 'switch' | 'action'> {
  return { entity, id, actor_id, at, fields, field: null, old_value: null, new_value: null }
}

function named(base: WebhookMessage, { fields, old_fields }: FeedChange, field: string): WebhookMessage {
  return { ...base, field, old_value: old_fields?.[field] ?? null, new_value: fields[field] ?? null }
}

/** Events that are triggered by adding an item to a cycle or module, and by removing it. */
const cycleAndModuleEvents = {
  cycle_id: { event: 'cycle_issue', switch: 'cycle' },
  module_ids: { event: 'module_issue', switch: 'module' },
} as const

/** Returns the cycle and module events of one field, or of all fields for a new item (`name` is null). */
function cycleAndModuleMessages(change: FeedChange, name: string | null): WebhookMessage[] {
  if (change.entity !== 'work_items') return []
  return Object.entries(cycleAndModuleEvents).flatMap(([field, { event, switch: by }]) => {
    const [before, after] = [change.old_fields?.[field], change.fields[field]]
    if (name === null ? isNone(after) : name !== field) return []
    const action = isNone(after) ? 'deleted' : isNone(before) ? 'created' : 'updated'
    const base: WebhookMessage = { ...whatOf(change, 'work_items'), event, switch: by, action }
    return [named(base, change, field)]
  })
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}
