import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { maxPageLevels } from '#common/pages/pages/tree.ts'
import { query } from '../../platform/db/orm.ts'
import type { FeedChange } from '../../platform/feed/reader.ts'
import { createNotificationEvent } from './item-events.ts'
import type { PageEvent } from './page-events.ts'

/**
 * Returns the events of edits for the people who watch the page. They are notified once for each editor of an editing
 * session, when this person begins to edit. People who begin to watch during the session are notified of the next
 * edit. All edits of a session belong to one version of the page.
 */
export async function collectPageEdits(
  em: EntityManager,
  workspaceId: string,
  changes: readonly FeedChange[],
): Promise<ReadonlyMap<number, PageEvent[]>> {
  const edits = changes.filter(isEdit)
  const watched = await watchedEdits(em, workspaceId, edits)
  return new Map(edits.map((edit) => [edit.version, pageEditEvents(edit, watched.get(edit.version))]))
}

/**
 * Returns true if the change stores an edit. Other changes of a version change only its name or who can see it. When
 * more people can see a version, its change contains all fields, but `old_fields` contains only the changed ones.
 */
function isEdit({ entity, op, old_fields }: FeedChange): boolean {
  return (
    entity === 'page_versions' &&
    (op === 'create' || (op === 'update' && 'last_saved_at' in (old_fields ?? {})))
  )
}

interface WatchedEdit {
  page_id: string
  /** All people who have edited the page in this session. */
  editor_ids: readonly string[]
  watchers: readonly string[]
  /** The watchers who began to watch after the previous edit of this session. */
  new_watchers: readonly string[]
}

function pageEditEvents(change: FeedChange, edit: WatchedEdit | undefined): PageEvent[] {
  if (edit === undefined) return []
  const { id, op, fields, old_fields, actor_id, created_at } = change
  const hasJoined = op === 'create' || 'editor_ids' in (old_fields ?? {})
  const editors = hasJoined ? idsOf(fields) : edit.editor_ids
  const joined = hasJoined ? difference(editors, idsOf(old_fields)) : []
  const last = actor_id ?? editors.at(-1)
  const notify = (actor: string, people: readonly string[]): PageEvent[] => {
    const concerned = new Map(difference(people, editors).map((person) => [person, 'subscribed' as const]))
    const happened = { ...createNotificationEvent(id, actor, created_at, null), field: 'text' }
    return concerned.size === 0
      ? []
      : [{ page_id: edit.page_id, actor_id: actor, created_at, happened, concerned, html: '' }]
  }
  if (joined.length > 0) return joined.flatMap((editor) => notify(editor, edit.watchers))
  return last === undefined || editors.length === 0 ? [] : notify(last, edit.new_watchers)
}

function idsOf(fields: Record<string, unknown> | null): string[] {
  const ids = fields?.['editor_ids']
  return Array.isArray(ids) ? ids.map(String) : []
}

function difference(ids: readonly string[], without: readonly string[]): string[] {
  return ids.filter((id) => !without.includes(id))
}

/**
 * Returns the people who watch the edited pages or one of their parent pages (see `findWatchScope`). The key of the
 * result is the version of the edit in the change feed. If a transaction creates a page together with its text, such as
 * an import or a copy, nobody is notified. The reader may receive an edit late. People who began to watch after the
 * edit are then left out.
 */
async function watchedEdits(
  em: EntityManager,
  workspaceId: string,
  edits: readonly FeedChange[],
): Promise<ReadonlyMap<number, WatchedEdit>> {
  if (edits.length === 0) return new Map()
  const versions = edits.map(({ version }) => version)
  const { rows } = await sql<WatchedEdit & { version: number }>`
    with recursive edits as (
      select c.version, c.created_at, (c.old_fields ->> 'last_saved_at')::timestamptz as previous, v.page_id, v.editor_ids
      from changes c join page_versions v on v.id = c.entity_id
      where c.workspace_id = ${workspaceId} and c.version = any(${versions}::bigint[]) and not exists (
        select from changes made where made.created_at = c.created_at and made.workspace_id = c.workspace_id
          and made.entity = 'pages' and made.op = 'create' and made.entity_id = v.page_id)
    ), path as (
      select edits.version, p.id, p.parent, 0 as level from edits join pages p on p.id = edits.page_id
      union all
      select path.version, p.id, p.parent, path.level + 1
      from path join pages p on p.id = path.parent where path.level < ${maxPageLevels}
    ), nearest as (
      select distinct on (path.version, w.user_id) path.version, w.user_id, w.scope, w.since
      from path join page_watches w on w.page_id = path.id
      where path.level = 0 or w.scope in ('tree', 'off')
      order by path.version, w.user_id, path.level
    )
    select e.version::float8 as version, e.page_id, e.editor_ids, array_agg(n.user_id) as watchers,
      coalesce(array_agg(n.user_id) filter (where n.since > e.previous), '{}') as new_watchers
    from edits e join nearest n on n.version = e.version
    where n.scope <> 'off' and n.since <= e.created_at
    group by e.version, e.page_id, e.editor_ids`.execute(query(em))
  return new Map(rows.map(({ version, ...edit }) => [version, edit]))
}
