import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'
import type { FeedChange, FeedReader } from '../../platform/feed/reader.ts'
import { type SearchSource, searchSources } from './sources.ts'
import { writeSearchEntries } from './write-entries.ts'

/**
 * Keeps the search index up to date. A change only identifies the rows to index, and their current state is
 * read from the database.
 */
export const searchIndexReader: FeedReader = {
  name: 'search',
  begins: 'oldest',
  ignores: ['notifications'],
  handle: follow,
}

async function follow(em: EntityManager, workspaceId: string, changes: FeedChange[]): Promise<void> {
  const wanted = new Map<SearchSource, Set<string>>(searchSources.map((source) => [source, new Set()]))
  const want = (source: SearchSource, id: string) => wanted.get(source)?.add(id)
  const touched = new Set<string>()
  const moved = new Set<string>()
  for (const change of changes) {
    const { entity, id } = change
    if (entity === 'workspace_members') want('users', memberOf(change))
    if (!isSource(entity)) continue
    if (mayAffectIndex(change)) want(entity, id)
    else touched.add(id)
    if (entity === 'work_items' && affectsComments(change)) moved.add(id)
    if (entity === 'projects' && change.op === 'delete') await deleteEntriesOf(em, id)
  }
  for (const id of await commentsOf(em, moved)) want('work_item_comments', id)
  for (const id of await outdatedItems(em, touched)) want('work_items', id)
  for (const [source, ids] of wanted) await writeSearchEntries(em, workspaceId, source, [...ids])
}

function memberOf({ fields, old_fields }: FeedChange): string {
  return String(fields['member_id'] ?? old_fields?.['member_id'])
}

function isSource(entity: string): entity is SearchSource {
  return searchSources.some((source) => source === entity)
}

/** Returns true when a change may affect the indexed words or the visibility of a row. */
function mayAffectIndex({ op, fields, old_fields }: FeedChange): boolean {
  if (op !== 'update') return true
  const changed = Object.keys(fields)
  // When the text of a work item or page is stored, only these columns of the row change.
  if (changed.every((field) => textFields.has(field))) return true
  const isTriaged = [fields, old_fields].some((row) => row?.['state__group'] === 'triage')
  return isTriaged || changed.some((field) => indexedFields.has(field))
}

const textFields = new Set(['updated_at', 'updated_by', 'mention_ids'])
const indexedFields = new Set([
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

/**
 * Returns true when the visibility of the item's comments may change, because comments are indexed with their item's
 * project.
 */
function affectsComments({ op, fields }: FeedChange): boolean {
  return op !== 'update' || ['archived_at', 'project_id', 'created_by'].some((field) => field in fields)
}

async function commentsOf(em: EntityManager, items: Set<string>): Promise<string[]> {
  if (items.size === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from work_item_comments where issue_id = any(${[...items]}::uuid[])`.execute(query(em))
  return rows.map(({ id }) => id)
}

/**
 * Returns the items among `touched` whose index entry is more than a day old. Their words did not change, but
 * the time in the entry orders the hits and must not become too old. Rewriting an entry after every small
 * change, such as a drag, would cost too much.
 */
async function outdatedItems(em: EntityManager, touched: Set<string>): Promise<string[]> {
  if (touched.size === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from search_entries where id = any(${[...touched]}::uuid[]) and class = 'item'
      and updated_at < now() - interval '1 day'`.execute(query(em))
  return rows.map(({ id }) => id)
}

/** Deletes the index entries of a deleted project, because searches must not find its content. */
async function deleteEntriesOf(em: EntityManager, place: string): Promise<void> {
  await sql`delete from search_entries where place = ${place}`.execute(query(em))
}
