import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Clock } from '#common/platform/clock.ts'
import { listingContexts } from '#common/work/listing/contexts.ts'
import { createListing } from '#common/work/listing/listing.ts'
import { parseFiltersFromRequest } from '#common/work/listing/request-filters.ts'
import { localizedDisplayNameSql } from '../../identity/users/display-name.ts'
import { query } from '../../platform/db/orm.ts'
import { listingConditionSql } from '../../work/listing/list-page.ts'
import { type ItemAccessScope, workspaceItemAccessScope } from '../../work/listing/listable.ts'
import { loadRelatedItemsOfMany } from '../../work/relations/queries.ts'

/** The user and workspace whose access determines which rows are exported. */
export interface ExportAccessContext {
  em: EntityManager
  user: { id: string; language: string }
  workspace: { id: string }
}

export interface ExportSelection {
  project_ids: string[]
  rich_filters: Record<string, unknown>
  clock: Clock
}

/** Number of items that are in memory at once. */
const batchSize = 500

/** Yields the items that the user can see, project by project, in batches. */
export async function* readExportRows(
  reading: () => ExportAccessContext,
  { project_ids, rich_filters, clock }: ExportSelection,
): AsyncGenerator<ExportRow[]> {
  const filters = parseFiltersFromRequest(rich_filters, clock, 'rich_filters')
  const place = listingContexts.allIssues({ workspace_id: reading().workspace.id, project_ids })
  const listing = createListing(place, { filters })
  let after: Place = { project_id: noId, sequence_id: 0 }
  for (;;) {
    // Check access for each batch, so that a user who is removed during the export gets no further items.
    const now = reading()
    const rows = await withRelations(
      now,
      await batchAfter(now, await workspaceItemAccessScope(now), listing, after),
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < batchSize) return
    after = last
  }
}

interface Place {
  project_id: string
  sequence_id: number
}

export const exportColumns = [
  ...([
    'id',
    'key',
    'name',
    'description',
    'project',
    'state',
    'state_group',
    'priority',
    'assignees',
    'labels',
  ] as const),
  ...(['start_date', 'target_date', 'estimate', 'cycle', 'modules', 'parent'] as const),
  ...(['created_by', 'created_at', 'updated_at', 'completed_at'] as const),
  ...(['sub_issues_count', 'link_count', 'attachment_count'] as const),
  ...(['relations', 'attachments', 'comment_count'] as const),
] as const

export type ExportRow = Place &
  Record<(typeof exportColumns)[number], string | number | null> & {
    id: string
    /** Ids of the projects that contain the items in `relations`. */
    related_project_ids: string[]
    /** The related items by their names in Tandem, such as `blocking`. */
    related: { relation_type: string; key: string }[]
  }

export interface ExportedComment {
  issue_id: string
  author: string
  created_at: string
  text: string
}

/**
 * Yields the comments of the items `rows` in batches, because one item may have thousands of comments. The
 * comments are sorted by item, and oldest first within each item.
 */
export async function* readExportComments(
  reading: () => ExportAccessContext,
  rows: ExportRow[],
): AsyncGenerator<ExportedComment> {
  const ids = rows.filter(({ comment_count }) => comment_count !== 0).map(({ id }) => id)
  let after = { at: 0, moment: '-infinity', id: noId }
  while (ids.length > 0) {
    const batch = await sql<ExportedComment & { at: number; moment: string; id: string }>`
      select c.id, c.issue_id, t.at::int as at, c.created_at::text as moment, c.comment_stripped as text,
        ${localizedDisplayNameSql('u.display_name', reading().user.language)} as author, ${moment('c', 'created_at')}
      from unnest(${ids}::uuid[]) with ordinality t(id, at)
        join work_item_comments c on c.issue_id = t.id and c.removed_at is null
        join users u on u.id = c.actor
      where (t.at, c.created_at, c.id) > (${after.at}, ${after.moment}::timestamptz, ${after.id}::uuid)
      order by t.at, c.created_at, c.id limit ${batchSize}`.execute(query(reading().em))
    yield* batch.rows
    const last = batch.rows.at(-1)
    if (last === undefined || batch.rows.length < batchSize) return
    after = last
  }
}

type Bare = Omit<ExportRow, 'relations' | 'related_project_ids' | 'related'>

/** Adds the names of related items. Only items that the user can see are named, in any project. */
async function withRelations(reading: ExportAccessContext, rows: Bare[]): Promise<ExportRow[]> {
  const related = Map.groupBy(
    await loadRelatedItemsOfMany(
      reading,
      rows.map(({ id }) => id),
    ),
    ({ id }) => id,
  )
  return rows.map((row) => {
    const others = (related.get(row.id) ?? []).map((one) => one.related)
    const named = others.map(({ relation_type, project__identifier, sequence_id }) => ({
      relation_type,
      key: `${project__identifier}-${sequence_id}`,
    }))
    const phrases = named.map(({ relation_type, key }) => `${relationPhrase(relation_type)} ${key}`)
    return {
      ...row,
      relations: phrases.join(', ') || null,
      related_project_ids: others.map(({ project_id }) => project_id),
      related: named,
    }
  })
}

function relationPhrase(name: string): string {
  return name === 'duplicate' ? 'duplicate of' : name.replaceAll('_', ' ')
}

const noId = '00000000-0000-0000-0000-000000000000'

function moment(table: string, column: string) {
  return sql`to_char(${sql.ref(`${table}.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ${sql.ref(column)}`
}

async function batchAfter(
  { em, user }: ExportAccessContext,
  listable: ItemAccessScope,
  listing: Parameters<typeof listingConditionSql>[1],
  { project_id, sequence_id }: Place,
): Promise<Bare[]> {
  const names = (table: string, ids: string, name = sql<string>`n.name`) =>
    sql`(select string_agg(${name}, ', ' order by ${name})
      from ${sql.table(table)} n where n.id = any(${sql.ref(`i.${ids}`)}))`
  const nameOf = (column: string) => localizedDisplayNameSql(column, user.language)
  const { rows } = await sql<Bare>`
    with batch as (
      select work_items.* from work_items where ${listingConditionSql(listable, listing)}
        and (work_items.project_id, work_items.sequence_id) > (${project_id}::uuid, ${sequence_id})
      order by work_items.project_id, work_items.sequence_id limit ${batchSize})
    select i.id, i.project_id, i.sequence_id, p.identifier || '-' || i.sequence_id as key, i.name,
      i.description_stripped as description, p.name as project,
      s.name as state, i.state__group as state_group, i.priority,
      ${names('users', 'assignee_ids', nameOf('n.display_name'))} as assignees, ${names('labels', 'label_ids')} as labels,
      i.start_date::text, i.target_date::text, e.value as estimate, c.name as cycle,
      ${names('modules', 'module_ids')} as modules,
      case when up.id is not null then p.identifier || '-' || up.sequence_id end as parent,
      ${nameOf('u.display_name')} as created_by, ${moment('i', 'created_at')}, ${moment('i', 'updated_at')}, ${moment('i', 'completed_at')},
      i.sub_issues_count, i.link_count, i.attachment_count,
      (select string_agg(a.attributes->>'name', ', ' order by a.created_at, a.id) from work_item_attachments a
        where a.issue_id = i.id and a.deleted_at is null) as attachments,
      (select count(*)::int from work_item_comments said where said.issue_id = i.id and said.removed_at is null) as comment_count
    from batch i join projects p on p.id = i.project_id join states s on s.id = i.state_id
      left join estimate_points e on e.id = i.estimate_point left join cycles c on c.id = i.cycle_id
      left join work_items up on up.id = i.parent_id and up.project_id = i.project_id and up.deleted_at is null
      left join users u on u.id = i.created_by
    order by i.project_id, i.sequence_id`.execute(query(em))
  return rows
}
