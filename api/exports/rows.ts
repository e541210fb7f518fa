import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Clock } from '#common/listing/clock.ts'
import { contexts } from '#common/listing/contexts.ts'
import { listingIn } from '#common/listing/listing.ts'
import { readSentFilters } from '#common/listing/sent-filters.ts'
import { query } from '../db/orm.ts'
import { whereSql } from '../listing/list-page.ts'
import { type Listable, listableInWorkspace } from '../listing/listable.ts'

/** Whose eyes it is read with, and where. */
export interface Reading {
  em: EntityManager
  user: { id: string }
  workspace: { id: string }
}

export interface Wanted {
  project_ids: string[]
  rich_filters: Record<string, unknown>
  clock: Clock
}

/** Of which not more than a few are in memory at once, however many items there are. */
const batchSize = 500

/** The items that a person sees, project by project, in batches. */
export async function* exportedRows(
  reading: () => Reading,
  { project_ids, rich_filters, clock }: Wanted,
): AsyncGenerator<Row[]> {
  const filters = readSentFilters(rich_filters, clock, 'rich_filters')
  const place = contexts.allIssues({ workspace_id: reading().workspace.id, project_ids })
  const listing = listingIn(place, { filters })
  let after: Place = { project_id: '00000000-0000-0000-0000-000000000000', sequence_id: 0 }
  for (;;) {
    // Asked for each batch: who is taken out of a project amid it, gets no more of it.
    const now = reading()
    const rows = await batchAfter(now, await listableInWorkspace(now), listing, after)
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

export const columns = [
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
] as const

export type Row = Place & Record<(typeof columns)[number], string | number | null>

async function batchAfter(
  { em }: Reading,
  listable: Listable,
  listing: Parameters<typeof whereSql>[1],
  { project_id, sequence_id }: Place,
): Promise<Row[]> {
  const moment = (column: string) =>
    sql`to_char(${sql.ref(`i.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ${sql.ref(column)}`
  const names = (table: string, column: string, ids: string) =>
    sql`(select string_agg(${sql.ref(`n.${column}`)}, ', ' order by ${sql.ref(`n.${column}`)})
      from ${sql.table(table)} n where n.id = any(${sql.ref(`i.${ids}`)}))`
  const { rows } = await sql<Row>`
    with batch as (
      select work_items.* from work_items where ${whereSql(listable, listing)}
        and (work_items.project_id, work_items.sequence_id) > (${project_id}::uuid, ${sequence_id})
      order by work_items.project_id, work_items.sequence_id limit ${batchSize})
    select i.id, i.project_id, i.sequence_id, p.identifier || '-' || i.sequence_id as key, i.name,
      i.description_stripped as description, p.name as project,
      s.name as state, i.state__group as state_group, i.priority,
      ${names('users', 'display_name', 'assignee_ids')} as assignees, ${names('labels', 'name', 'label_ids')} as labels,
      i.start_date::text, i.target_date::text, e.value as estimate, c.name as cycle,
      ${names('modules', 'name', 'module_ids')} as modules,
      case when up.id is not null then p.identifier || '-' || up.sequence_id end as parent,
      u.display_name as created_by, ${moment('created_at')}, ${moment('updated_at')}, ${moment('completed_at')},
      i.sub_issues_count, i.link_count, i.attachment_count
    from batch i join projects p on p.id = i.project_id join states s on s.id = i.state_id
      left join estimate_points e on e.id = i.estimate_point left join cycles c on c.id = i.cycle_id
      left join work_items up on up.id = i.parent_id and up.project_id = i.project_id and up.deleted_at is null
      left join users u on u.id = i.created_by
    order by i.project_id, i.sequence_id`.execute(query(em))
  return rows
}
