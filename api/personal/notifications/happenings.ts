import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Happened } from '#common/personal/notifications/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { query } from '../../platform/db/orm.ts'
import type { ReadChange } from '../../platform/feed/reader.ts'
import { type Heard, heardIn, inWords } from '../../work/activities/activity-records.ts'
import { excerpt } from './follow-comments.ts'

/** Something that happened to an item, and whom it mentions for the first time: they are told that, and not what happened besides. */
export interface Happening {
  version: number
  issue_id: string
  actor_id: string | null
  created_at: Date
  /** Null where it only mentions. */
  happened: Happened | null
  mention: Happened | null
  mentioned: readonly string[]
  /** Of a comment. */
  html: string
}

/** What is seen where it is, would only be noise, or is nobody else's business. */
const untold = new Set<string | null>(['cycles', 'modules', 'reaction', 'worklog', 'description', 'issue'])

/** What of these changes somebody may be told of, in the order in which it happened. */
export async function happenings(em: EntityManager, changes: readonly ReadChange[]): Promise<Happening[]> {
  const done = await changed(
    em,
    changes,
    new Map(changes.filter(isMade).map((change) => [change.id, ids(change.fields['mention_ids'])])),
  )
  const said = await commented(em, changes)
  const named = changes.flatMap(describedWithNames)
  return [...done, ...said, ...named].sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
}

async function changed(
  em: EntityManager,
  changes: readonly ReadChange[],
  named: ReadonlyMap<string, readonly string[]>,
): Promise<Happening[]> {
  const made = new Set(changes.filter(isMade).map(({ id }) => id))
  const heard = (await heardIn(em, changes)).filter(
    ({ issue_id, field }) => !untold.has(field) && (field !== null || made.has(issue_id)),
  )
  const assigned = changes.flatMap(assignedAtOnce)
  const told = await inWords(em, [...heard, ...assigned])
  return told.map(({ version, issue_id, actor_id, created_at, ...words }) => ({
    version,
    issue_id,
    actor_id,
    created_at,
    happened: {
      ...words,
      id: newId(),
      actor: actor_id,
      issue_comment: null,
      created_at: created_at.toISOString(),
    },
    mention: null,
    // People who are mentioned in a new item get the mention instead of the creation.
    mentioned: words.field === null ? (named.get(issue_id) ?? []) : [],
    html: '',
  }))
}

/** Of an item that is made the history only says that; whoever is to do it is told so. */
function assignedAtOnce(change: ReadChange): Heard[] {
  const { id, fields, actor_id, created_at, version } = change
  if (!isMade(change)) return []
  return ids(fields['assignee_ids']).map((person) => ({
    issue_id: id,
    verb: 'updated',
    field: 'assignees',
    old: null,
    new: { table: 'users', id: person },
    relation_id: null,
    version,
    actor_id,
    created_at,
  }))
}

/** What comes back from the trash is heard as made anew, but has been changed since: restoring it does. */
function isMade(change: ReadChange): boolean {
  return change.entity === 'work_items' && isNew(change)
}

/** True when this change created the row; false when it came back from the trash. */
export function isNew({ op, fields }: ReadChange): boolean {
  const [created, updated] = [fields['created_at'], fields['updated_at']].map((at) => Date.parse(String(at)))
  return op === 'create' && Number(updated) - Number(created) < atOnce
}

/** Milliseconds between the writes of one that is made. */
const atOnce = 2000

/** Comments that were made, or brought back, and those that mention somebody by now. Deleted ones say nothing any more. */
async function commented(em: EntityManager, changes: readonly ReadChange[]): Promise<Happening[]> {
  const wanted = changes.filter(
    ({ entity, op, fields }) =>
      entity === 'work_item_comments' &&
      op !== 'delete' &&
      ('comment_html' in fields || 'mention_ids' in fields),
  )
  if (wanted.length === 0) return []
  const comments = await query(em)
    .selectFrom('work_item_comments')
    .select(['id', 'issue_id', 'actor', 'comment_html', 'comment_stripped'])
    .where(sql<boolean>`id = any(${wanted.map(({ id }) => id)}::uuid[])`)
    .where('removed_at', 'is', null)
    .execute()
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  return wanted.flatMap((change) => {
    const comment = byId.get(change.id)
    return comment === undefined ? [] : saidBy(change, comment)
  })
}

/** True when this change created or restored the comment. */
export function isSaidBy({ op, fields, old_fields }: ReadChange): boolean {
  const isBack = op === 'update' && Boolean(old_fields?.['removed_at']) && fields['removed_at'] === null
  return op === 'create' || isBack
}

interface Comment {
  issue_id: string
  actor: string
  comment_html: string
  comment_stripped: string
}

function saidBy(change: ReadChange, comment: Comment): Happening[] {
  const { version, id, op, fields, old_fields, created_at, actor_id } = change
  const isSaid = isSaidBy(change)
  const mentioned = cameIn(fields, op === 'create' ? {} : (old_fields ?? {}))
  if (!isSaid && mentioned.length === 0) return []
  const by = op === 'create' ? comment.actor : actor_id
  const base = saying(id, by, created_at, excerpt(comment.comment_stripped))
  return [
    {
      version,
      issue_id: comment.issue_id,
      actor_id: by,
      created_at,
      happened: isSaid ? { ...base, field: 'comment' } : null,
      mention: mentioned.length > 0 ? { ...base, field: 'mention', new_value: 'comment' } : null,
      mentioned,
      html: comment.comment_html,
    },
  ]
}

/** Whom the description of an item mentions for the first time. */
function describedWithNames(change: ReadChange): Happening[] {
  const { version, entity, id, actor_id, created_at } = change
  const mentioned = entity === 'work_items' ? namedIn(change) : []
  if (mentioned.length === 0) return []
  const mention = { ...saying(id, actor_id, created_at, null), field: 'mention', new_value: 'description' }
  return [{ version, issue_id: id, actor_id, created_at, happened: null, mention, mentioned, html: '' }]
}

/** Whom a text mentions since this change, and did not before. */
export function namedIn(change: ReadChange): string[] {
  if (change.op === 'update') return cameIn(change.fields, change.old_fields ?? {})
  return isNew(change) ? cameIn(change.fields, {}) : []
}

export function cameIn(fields: Record<string, unknown>, before: Record<string, unknown>): string[] {
  const had = ids(before['mention_ids'])
  return ids(fields['mention_ids']).filter((person) => !had.includes(person))
}

export function saying(id: string, actor: string | null, at: Date, issue_comment: string | null): Happened {
  return {
    id,
    verb: 'created',
    field: null,
    actor,
    old_value: '',
    new_value: '',
    old_identifier: null,
    new_identifier: null,
    issue_comment,
    created_at: at.toISOString(),
  }
}

function ids(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
