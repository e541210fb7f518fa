import type { EpicUpdateRow } from '#common/planning/epics/schema.ts'
import { intakeStatus } from '#common/planning/intake/rules.ts'
import type { IntakeRow } from '#common/planning/intake/schema.ts'
import type { LinkRow } from '#common/work/links/schema.ts'
import type { ReactionRow } from '#common/work/reactions/schema.ts'
import { relationFromItemPerspective, type StoredRelation } from '#common/work/relations/rules.ts'
import { dateFields, projectIndependentFields } from '#common/work/work-items/fields.ts'
import type { WorklogRow } from '#common/work/worklogs/schema.ts'
import { importedFrom, isImported } from '../../platform/feed/import-origin.ts'
import type { FeedChange } from '../../platform/feed/reader.ts'
import type { ActivityVerb } from './entity.ts'

/**
 * One history entry that follows from a change. It contains ids of referenced rows; their names are loaded
 * later, for all records at once.
 */
export interface ActivityRecord {
  issue_id: string
  verb: ActivityVerb
  field: string | null
  old: RecordedValue
  new: RecordedValue
  /** Original author and date of an item. This field is set only for imported items and items of sample data. */
  original?: { by: string | null; at: Date }
}

/** Recorded value of a field: a text, a reference to a row, or null for no value. */
export type RecordedValue = { text: string } | { table: ReferencedTable; id: string } | null
export type ReferencedTable =
  | 'states'
  | 'labels'
  | 'users'
  | 'work_items'
  | 'projects'
  | 'cycles'
  | 'modules'
  | 'estimate_points'

/** Returns the history entries for a change: usually one, or none. */
export function activityRecordsOf(change: FeedChange): ActivityRecord[] {
  if (change.entity === 'work_items') return ofItem(change)
  if (change.entity === 'work_item_links') return ofLink(change)
  if (change.entity === 'reactions') return ofReaction(change)
  if (change.entity === 'work_item_attachments') return ofAttachment(change)
  if (change.entity === 'intake_issues') return ofIntake(change)
  if (change.entity === 'worklogs') return ofWorklog(change)
  if (change.entity === 'epic_updates') return ofUpdate(change)
  return change.entity === 'work_item_relations' ? ofRelation(change) : []
}

/**
 * Returns the entries for an attachment. A restored attachment counts as attached again. Updates of the
 * thumbnail or the project are not recorded.
 */
function ofAttachment({ op, fields, old_fields }: FeedChange): ActivityRecord[] {
  const { issue_id, attributes } = op === 'delete' ? (old_fields ?? {}) : fields
  if (op === 'update') return []
  const name = { text: String(Reflect.get(Object(attributes), 'name')) }
  const [from, to, verb] =
    op === 'delete' ? ([name, null, 'deleted'] as const) : ([null, name, 'created'] as const)
  return [{ issue_id: String(issue_id), verb, field: 'attachment', old: from, new: to }]
}

function ofItem(change: FeedChange): ActivityRecord[] {
  const { id, op, fields, old_fields, created_at } = change
  const base = { issue_id: id, old: null, new: null }
  if (op === 'delete') return [{ ...base, verb: 'deleted', field: 'issue' }]
  if (op === 'create') {
    const imported = ofImport(change)
    if (isNew(fields, created_at))
      return [
        { ...base, verb: 'created', field: null, original: originalOf(fields, created_at) },
        ...imported,
      ]
    return isImported(change) || isBackdated(fields, created_at)
      ? [
          {
            ...base,
            verb: 'created',
            field: null,
            original: originalOf(fields, new Date(String(fields['created_at']))),
          },
          ...imported,
        ]
      : [{ ...base, verb: 'restored', field: 'issue' }]
  }
  const before = old_fields ?? {}
  const changed = Object.keys(fields).filter((name) => name in before)
  if (changed.includes('updated_at') && changed.every((name) => textColumns.has(name)))
    return [{ ...base, verb: 'updated', field: 'description' }]
  // Skip the state of an item in triage, because the intake row already records moves into and out of triage.
  const isTriaged = [before, fields].some(({ state__group }) => state__group === 'triage')
  const skipped = new Set([...(isTriaged ? ['state_id'] : []), ...impliedFields(before, fields)])
  return changed.flatMap((name) => {
    const record = recorders[name]
    if (record === undefined || skipped.has(name)) return []
    return record(before[name], fields[name]).map(([field, from, to]) => ({
      issue_id: id,
      verb: verbOf(field, from, to),
      field,
      old: from,
      new: to,
    }))
  })
}

/** Returns the entry that names the program or file from which an item was imported. */
function ofImport(change: FeedChange): ActivityRecord[] {
  const source = importedFrom(change)
  return source === null
    ? []
    : [{ issue_id: change.id, verb: 'created', field: 'import', old: null, new: { text: source } }]
}

/**
 * Returns changed fields that need no record. If the parent did not change, a change of the epic follows from a
 * change of an ancestor and is not recorded. If the old and the new parent are epics or null, only the change of the
 * epic is recorded, because the parent is the epic.
 */
function impliedFields(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  if (!('parent_id' in before)) return ['epic_id']
  const isEpic = (row: Record<string, unknown>) =>
    row['parent_id'] === null || row['parent_id'] === row['epic_id']
  return 'epic_id' in before && isEpic(before) && isEpic(after) ? ['parent_id'] : []
}

/**
 * Returns the verb of a record. For a cycle or module, the verb states whether it was added, replaced or removed. For
 * an estimate, it states whether the estimate was set or removed. For all other fields, it is `updated`.
 */
function verbOf(field: string, from: RecordedValue, to: RecordedValue): ActivityVerb {
  if (field === 'estimate') return to === null ? 'removed' : 'updated'
  if (field !== 'cycles' && field !== 'modules') return 'updated'
  if (from === null) return 'created'
  return to === null ? 'deleted' : 'updated'
}

/**
 * The columns of a work item that change when only the description was edited. The text itself is stored in a
 * document.
 */
const textColumns = new Set(['updated_at', 'updated_by', 'mention_ids'])

/**
 * Returns whether the item is new. When an item is restored, or when a user gains access to it, the change is
 * also a `create`, but the item has an older `created_at`.
 */
function isNew({ created_at }: Record<string, unknown>, receivedAt: Date): boolean {
  return receivedAt.getTime() - Date.parse(String(created_at)) < longestTransaction
}

function originalOf({ created_by }: Record<string, unknown>, at: Date) {
  return { by: typeof created_by === 'string' ? created_by : null, at }
}

/**
 * Returns true if `updated_at` is old. Then the item is new sample data with a past date. A restored item has a recent
 * `updated_at`, because restoring sets it.
 */
function isBackdated({ updated_at }: Record<string, unknown>, receivedAt: Date): boolean {
  return receivedAt.getTime() - Date.parse(String(updated_at)) >= longestTransaction
}

/** The maximum duration of a transaction, in milliseconds. */
const longestTransaction = 60_000

type Recorder = (from: unknown, to: unknown) => [field: string, old: RecordedValue, new: RecordedValue][]

const text = (value: unknown): RecordedValue =>
  value === null || value === '' ? null : { text: String(value) }
const row = (table: ReferencedTable, id: unknown): RecordedValue =>
  typeof id === 'string' ? { table, id } : null
const asText =
  (field: string): Recorder =>
  (from, to) => [[field, text(from), text(to)]]
const asRow =
  (field: string, table: ReferencedTable): Recorder =>
  (from, to) => [[field, row(table, from), row(table, to)]]
/** Creates one record for each added or removed id, for fields with several values. */
const asRows =
  (field: string, table: ReferencedTable): Recorder =>
  (from, to) => {
    const [before, after] = [ids(from), ids(to)]
    return [
      ...after.filter((id) => !before.includes(id)).map((id) => [field, null, row(table, id)] as const),
      ...before.filter((id) => !after.includes(id)).map((id) => [field, row(table, id), null] as const),
    ].map(([name, old, now]) => [name, old, now])
  }

function ids(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

const recorders: Record<string, Recorder | undefined> = {
  ...Object.fromEntries(
    ['name', ...Object.keys({ ...projectIndependentFields, ...dateFields })].map((name) => [
      name,
      asText(name),
    ]),
  ),
  state_id: asRow('state', 'states'),
  parent_id: asRow('parent', 'work_items'),
  project_id: asRow('project', 'projects'),
  cycle_id: asRow('cycles', 'cycles'),
  module_ids: asRows('modules', 'modules'),
  epic_id: asRow('epic', 'work_items'),
  is_epic: (_, to) => [['type', null, { text: to === true ? 'epic' : 'issue' }]],
  // `loadFields` appends the type of the estimate to `estimate` later.
  estimate_point: asRow('estimate', 'estimate_points'),
  label_ids: asRows('labels', 'labels'),
  assignee_ids: asRows('assignees', 'users'),
  archived_at: (_, to) => [['archived_at', null, { text: to === null ? 'restore' : 'archive' }]],
}

/**
 * Records a link by its URL. The title of the linked page is loaded later, and the change of the title is not
 * recorded.
 */
function ofLink({ op, fields, old_fields }: FeedChange): ActivityRecord[] {
  const { issue_id, url } = (op === 'delete' ? (old_fields ?? {}) : fields) as Partial<LinkRow>
  if (issue_id === undefined) return []
  const of = { issue_id, field: 'link' }
  if (op === 'create') return [{ ...of, verb: 'created', old: null, new: text(url) }]
  if (op === 'delete') return [{ ...of, verb: 'deleted', old: text(url), new: null }]
  if (old_fields?.['url'] === undefined || url === undefined) return []
  return [{ ...of, verb: 'updated', old: text(old_fields['url']), new: text(url) }]
}

/** Records decisions on an intake request. The request itself is recorded when its work item is created. */
function ofIntake({ id, op, fields, old_fields }: FeedChange): ActivityRecord[] {
  if (op !== 'update') return []
  const of = { issue_id: id, verb: 'updated' as const, old: null }
  const { status, snoozed_till, duplicate_to } = fields as Partial<IntakeRow>
  if (snoozed_till) return [{ ...of, field: 'snoozed_till', new: text(snoozed_till) }]
  if (duplicate_to) return [{ ...of, field: 'duplicate_to', new: row('work_items', duplicate_to) }]
  const [from, to] = [nameOfStatus(old_fields?.['status']), nameOfStatus(status)]
  return to === null || from === null
    ? []
    : [{ ...of, field: 'intake', old: { text: from }, new: { text: to } }]
}

function nameOfStatus(status: unknown): string | null {
  return Object.entries(intakeStatus).find(([, value]) => value === status)?.[0] ?? null
}

/**
 * Records worklogs, with the duration in minutes. The record does not contain the day, which the worklog
 * itself contains.
 */
function ofWorklog({ op, fields, old_fields }: FeedChange): ActivityRecord[] {
  const before = (old_fields ?? {}) as Partial<WorklogRow>
  const after = fields as Partial<WorklogRow>
  const issue_id = after.issue_id ?? before.issue_id
  if (issue_id === undefined) return []
  const of = { issue_id, field: 'worklog' }
  if (op === 'create') return [{ ...of, verb: 'created', old: null, new: text(after.duration) }]
  if (op === 'delete') return [{ ...of, verb: 'deleted', old: text(before.duration), new: null }]
  if (before.duration === undefined || after.duration === undefined) return []
  return [{ ...of, verb: 'updated', old: text(before.duration), new: text(after.duration) }]
}

/** Records status updates of an epic. A restored update was already recorded. */
function ofUpdate({ op, fields, old_fields, created_at }: FeedChange): ActivityRecord[] {
  if (op === 'create' && !isNew(fields, created_at)) return []
  const { epic_id, status } = (op === 'delete' ? (old_fields ?? {}) : fields) as Partial<EpicUpdateRow>
  if (epic_id === undefined || status === undefined) return []
  const of = { issue_id: epic_id, field: 'update' }
  if (op === 'create') return [{ ...of, verb: 'created', old: null, new: text(status) }]
  if (op === 'delete') return [{ ...of, verb: 'deleted', old: text(status), new: null }]
  return [{ ...of, verb: 'updated', old: text(old_fields?.['status']), new: text(status) }]
}

/** Records reactions to the item. Reactions to comments are not recorded. */
function ofReaction({ op, fields, old_fields }: FeedChange): ActivityRecord[] {
  const { issue_id, comment_id, reaction } = (
    op === 'delete' ? (old_fields ?? {}) : fields
  ) as Partial<ReactionRow>
  if (issue_id === undefined || comment_id || op === 'update') return []
  const given = text(reaction)
  return op === 'create'
    ? [{ issue_id, verb: 'created', field: 'reaction', old: null, new: given }]
    : [{ issue_id, verb: 'deleted', field: 'reaction', old: given, new: null }]
}

/**
 * Records a relation on both items. The name of the relation depends on the item: for example, it is `blocking` on
 * one item and `blocked_by` on the other.
 */
function ofRelation({ op, fields, old_fields, created_at }: FeedChange): ActivityRecord[] {
  if (op === 'update' || (op === 'create' && !isNew(fields, created_at))) return []
  const relation = (op === 'create' ? fields : (old_fields ?? {})) as unknown as StoredRelation
  return [relation.issue_id, relation.related_issue_id].map((issue_id) => {
    const { name, other } = relationFromItemPerspective(issue_id, relation)
    const end = row('work_items', other)
    return op === 'create'
      ? { issue_id, verb: 'updated', field: name, old: null, new: end }
      : { issue_id, verb: 'deleted', field: name, old: end, new: null }
  })
}
