import type { EntityName } from '#common/entities.ts'
import type { WebhookAction, WebhookEvent, WebhookSwitch } from '#common/sharing/webhooks/rules.ts'
import type { ReadChange } from '../../platform/feed/reader.ts'

/** Something that webhooks with this switch are told of. */
export interface WebhookMessage {
  event: WebhookEvent
  switch: WebhookSwitch
  action: WebhookAction
  entity: WebhookSubject
  id: string
  actor_id: string | null
  /** When it was written. */
  at: Date
  /** What the change says of the row; of one that is made, all of it. */
  fields: Record<string, unknown>
  /** Of what was changed: which field, and its value before and after. */
  field: string | null
  old_value: unknown
  new_value: unknown
}

/** Tables that webhooks are told of. */
export const told = {
  projects: 'project',
  work_items: 'issue',
  work_item_comments: 'issue_comment',
  cycles: 'cycle',
  modules: 'module',
} as const satisfies Partial<Record<EntityName, WebhookSwitch>>
export type WebhookSubject = keyof typeof told

/** What follows from another change, or is only an order or a count, says nothing by itself. */
const silent: Record<WebhookSubject, readonly string[]> = {
  projects: ['intake_count'],
  work_items: [
    ...['state__group', 'completed_at', 'epic_id', 'is_epic', 'subscriber_ids', 'mention_ids'],
    ...['sub_issues_count', 'link_count', 'attachment_count', 'sequence_id'],
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

/** An edit of a description touches these alone: the text is a document of its own. */
const ofText = ['updated_at', 'updated_by', 'mention_ids']

/** What this change is to webhooks: one event when a row is made or deleted, else one for each field. */
export function eventsOf(change: ReadChange): WebhookMessage[] {
  const { entity } = change
  if (!isTold(entity)) return []
  const action = actionOf(change, entity)
  if (action === null) return []
  const base = { ...whatOf(change, entity), event: told[entity], switch: told[entity], action }
  if (action === 'deleted') return [base]
  if (action === 'created') return [base, ...planned(change, null)]
  const changed = changedIn(change)
  const edited =
    entity === 'work_items' && changed.length > 0 && changed.every((name) => ofText.includes(name))
  if (edited) return [{ ...base, field: 'description' }]
  return changed
    .filter((name) => !silentEverywhere.includes(name) && !silent[entity].includes(name))
    .flatMap((name) =>
      entity === 'work_items' && name in plans ? planned(change, name) : [named(base, change, name)],
    )
}

function isTold(entity: string): entity is WebhookSubject {
  return Object.hasOwn(told, entity)
}

/** A deleted comment stays for the replies to it, until its item goes. */
function actionOf({ op, fields, old_fields }: ReadChange, entity: WebhookSubject): WebhookAction | null {
  const wasGone = entity === 'work_item_comments' && Boolean(old_fields?.['removed_at'])
  const isGone = entity === 'work_item_comments' && Boolean(fields['removed_at'])
  if (op === 'delete') return wasGone ? null : 'deleted'
  if (isGone) return wasGone || op === 'create' ? null : 'deleted'
  return op === 'create' || wasGone ? 'created' : 'updated'
}

/** Of a row that somebody comes to hear of by the change it says all of it, but before it only what was changed. */
function changedIn({ fields, old_fields }: ReadChange): string[] {
  const before = old_fields ?? {}
  return Object.keys(fields).filter((name) => name in before && !isSame(before[name], fields[name]))
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function whatOf(
  { id, actor_id, created_at: at, fields }: ReadChange,
  entity: WebhookSubject,
): Omit<WebhookMessage, 'event' | 'switch' | 'action'> {
  return { entity, id, actor_id, at, fields, field: null, old_value: null, new_value: null }
}

function named(base: WebhookMessage, { fields, old_fields }: ReadChange, field: string): WebhookMessage {
  return { ...base, field, old_value: old_fields?.[field] ?? null, new_value: fields[field] ?? null }
}

/** That an item comes to or leaves a cycle or module is told with these. */
const plans = {
  cycle_id: { event: 'cycle_issue', switch: 'cycle' },
  module_ids: { event: 'module_issue', switch: 'module' },
} as const

/** With a name, of that field alone; without, of what an item that is made is in. */
function planned(change: ReadChange, name: string | null): WebhookMessage[] {
  if (change.entity !== 'work_items') return []
  return Object.entries(plans).flatMap(([field, { event, switch: by }]) => {
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
