import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'
import type { FeedReader, ReadChange } from '../../platform/feed/reader.ts'
import { type Source, sources } from './sources.ts'
import { indexRows } from './write-entries.ts'

/** Keeps the index of what is found. It takes from a change which rows to look at, and reads these as they are now. */
export const search: FeedReader = {
  name: 'search',
  begins: 'oldest',
  ignores: ['notifications'],
  handle: follow,
}

async function follow(em: EntityManager, workspaceId: string, changes: ReadChange[]): Promise<void> {
  const wanted = new Map<Source, Set<string>>(sources.map((source) => [source, new Set()]))
  const want = (source: Source, id: string) => wanted.get(source)?.add(id)
  const touched = new Set<string>()
  const moved = new Set<string>()
  for (const change of changes) {
    const { entity, id } = change
    if (entity === 'workspace_members') want('users', memberOf(change))
    if (!isSource(entity)) continue
    if (saysOther(change)) want(entity, id)
    else touched.add(id)
    if (entity === 'work_items' && movesComments(change)) moved.add(id)
    if (entity === 'projects' && change.op === 'delete') await forgetPlace(em, id)
  }
  for (const id of await commentsOf(em, moved)) want('work_item_comments', id)
  for (const id of await outdated(em, touched)) want('work_items', id)
  for (const [source, ids] of wanted) await indexRows(em, workspaceId, source, [...ids])
}

function memberOf({ fields, old_fields }: ReadChange): string {
  return String(fields['member_id'] ?? old_fields?.['member_id'])
}

function isSource(entity: string): entity is Source {
  return sources.some((source) => source === entity)
}

/** Whether what is compared may be another now: words, and who sees it where. */
function saysOther({ op, fields, old_fields }: ReadChange): boolean {
  if (op !== 'update') return true
  const changed = Object.keys(fields)
  // Of the row of a work item or page a new text changes these and no others.
  if (changed.every((field) => ofText.has(field))) return true
  const isTriaged = [fields, old_fields].some((row) => row?.['state__group'] === 'triage')
  return isTriaged || changed.some((field) => compared.has(field))
}

const ofText = new Set(['updated_at', 'updated_by', 'mention_ids'])
const compared = new Set([
  ...['name', 'identifier', 'description', 'comment_html', 'display_name', 'first_name', 'last_name'],
  ...[
    'project_id',
    'project_ids',
    'archived_at',
    'removed_at',
    'is_epic',
    'is_active',
    'access',
    'owned_by',
    'created_by',
  ],
])

/** What is said of an item is found where it is, by those who see it, as long as it is listed. */
function movesComments({ op, fields }: ReadChange): boolean {
  return op !== 'update' || ['archived_at', 'project_id', 'created_by'].some((field) => field in fields)
}

async function commentsOf(em: EntityManager, items: Set<string>): Promise<string[]> {
  if (items.size === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from work_item_comments where issue_id = any(${[...items]}::uuid[])`.execute(query(em))
  return rows.map(({ id }) => id)
}

/** How new a thing is counts by the day: to write its words again for each drag would cost more than the order is worth. */
async function outdated(em: EntityManager, touched: Set<string>): Promise<string[]> {
  if (touched.size === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from search_entries where id = any(${[...touched]}::uuid[]) and class = 'item'
      and updated_at < now() - interval '1 day'`.execute(query(em))
  return rows.map(({ id }) => id)
}

/** Of a project that is deleted nothing is found any more. */
async function forgetPlace(em: EntityManager, place: string): Promise<void> {
  await sql`delete from search_entries where place = ${place}`.execute(query(em))
}
