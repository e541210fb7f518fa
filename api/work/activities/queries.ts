import { sql } from 'kysely'
import type { QueryOf } from '#common/platform/call.ts'
import type { activityCalls } from '#common/work/activities/calls.ts'
import { activityHistoryLimit } from '#common/work/activities/rules.ts'
import { type Activity, activity, type CommentActivity } from '#common/work/activities/schema.ts'
import { canSeeWorklogs } from '#common/work/worklogs/rules.ts'
import { loadUsersLite } from '../../identity/users/lite.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { listNewestComments } from '../comments/queries.ts'
import type { WorkItem } from '../work-items/entity.ts'
import { loadItemDetails } from '../work-items/item-details.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { loadReferenceVisibility, redactActivity } from './redact.ts'

type Wanted = QueryOf<typeof activityCalls.listHistory>

export async function listHistory(
  ctx: ProjectContext,
  id: string,
  { activity_type: wanted, created_at__gt }: Wanted,
): Promise<(Activity | CommentActivity)[]> {
  const item = await loadWorkItem(ctx, id)
  const changes = wanted === 'comment' ? [] : await listActivities(ctx, item, created_at__gt)
  if (wanted === 'property') return changes
  const comments = await listNewestComments(ctx, item, activityHistoryLimit, created_at__gt)
  const activity_type = item.is_epic ? 'epic-comment' : 'issue-comment'
  return [...changes, ...comments.map((one): CommentActivity => ({ ...one, activity_type }))]
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
    .slice(-activityHistoryLimit)
}

/**
 * Returns the history of an item. Names of items and projects that the caller cannot see are hidden, and
 * records that would then be empty are left out.
 */
export async function listActivities(
  ctx: ProjectContext,
  item: WorkItem,
  created_at__gt?: Wanted['created_at__gt'],
): Promise<Activity[]> {
  const rows = await query(ctx.em)
    .selectFrom('work_item_activities')
    .selectAll()
    .where('issue_id', '=', item.id)
    .where((where) => where.or([where('field', 'is', null), where('field', 'not in', hiddenFields(ctx))]))
    .$if(created_at__gt !== undefined, (all) =>
      all.where(sql<boolean>`created_at > ${created_at__gt}::timestamptz`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(activityHistoryLimit)
    .execute()
  const actors = await loadUsersLite(
    ctx.em,
    rows.flatMap(({ actor_id }) => actor_id ?? []),
  )
  const isVisible = await loadReferenceVisibility(ctx, rows)
  const details = await loadItemDetails(ctx, item)
  return rows.toReversed().flatMap((row) => {
    const shown = redactActivity(isVisible, row)
    if (shown === null) return []
    const { actor_id, field, created_at } = row
    return presentRow(activity, {
      ...row,
      ...details,
      ...shown,
      activity_type: item.is_epic ? 'epic-property' : 'issue-property',
      actor: actor_id,
      comment: field === null ? 'created the issue' : '',
      epoch: created_at.getTime() / 1000,
      actor_detail: actors.get(actor_id) ?? null,
    })
  })
}

/**
 * Returns the fields that the history does not show. Reactions are visible on the item, and only some users
 * may read worklogs.
 */
function hiddenFields({ project }: ProjectContext): string[] {
  const readsTime = project.is_time_tracking_enabled && canSeeWorklogs(project)
  return ['reaction', ...(readsTime ? [] : ['worklog'])]
}
