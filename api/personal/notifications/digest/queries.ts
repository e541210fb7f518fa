import { sql } from 'kysely'
import { type digestCalls, digestItem } from '#common/personal/notifications/digest/calls.ts'
import { digestItemsLimit, maxDigestDays } from '#common/personal/notifications/digest/rules.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { accessibleProjects } from '../../../access/access.ts'
import type { WorkspaceContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'

/** Maximum number of recent activity records that are scanned. */
const maxScannedRecords = 5000

/**
 * Returns a summary of recent changes. The summary contains only the names of changed fields, because the
 * values of the fields may name objects that the caller cannot see.
 */
export async function getDigest(
  { em, user, workspace }: WorkspaceContext,
  since: string,
): Promise<ResponseOf<typeof digestCalls.getDigest>> {
  const from = sql`greatest(${since}::timestamptz, now() - make_interval(days => ${maxDigestDays}))`
  const mayRead = accessibleProjects(em, user.id, workspace)
  const { rows } = await sql<Record<string, unknown>>`
    with happened as (
      (select issue_id, actor_id, coalesce(field, 'created') as field, 0 as said, created_at from work_item_activities
        where workspace_id = ${workspace.id} and created_at > ${from} and actor_id <> ${user.id}
          and (field is null or field not in ('reaction', 'worklog'))
        order by created_at desc limit ${maxScannedRecords})
      union all
      (select issue_id, actor, null, 1, created_at from work_item_comments
        where workspace_id = ${workspace.id} and created_at > ${from} and actor <> ${user.id} and removed_at is null
        order by created_at desc limit ${maxScannedRecords})
    )
    select i.id as issue_id, i.project_id, i.name, i.sequence_id, p.identifier as project_identifier,
      max(h.created_at) as last_at,
      array_agg(h.actor_id order by h.created_at desc) as actor_ids,
      array_agg(distinct h.field) filter (where h.field is not null) as fields,
      sum(h.said)::int as comments
    from happened h
    join work_items i on i.id = h.issue_id
    join projects p on p.id = i.project_id
    join (${mayRead}) a on a.project_id = i.project_id
    where i.deleted_at is null and i.archived_at is null and i.state__group <> 'triage'
      and (a.sees_all or i.created_by = ${user.id})
      and (i.created_by = ${user.id} or ${user.id} = any(i.assignee_ids) or ${user.id} = any(i.subscriber_ids))
    group by i.id, p.id
    order by last_at desc, i.id
    limit ${digestItemsLimit}`.execute(query(em))
  return rows.map((row) => {
    const actors = [...new Set(row['actor_ids'] as string[])]
    const last_at = new Date(String(row['last_at'])).toISOString()
    return digestItem.parse({ ...row, last_at, actor_ids: actors, fields: row['fields'] ?? [] })
  })
}
