import { sql } from 'kysely'
import type { QueryOf } from '#common/platform/call.ts'
import type { activityCalls } from '#common/work/activities/calls.ts'
import { historyLimit } from '#common/work/activities/rules.ts'
import { type Activity, activity } from '#common/work/activities/schema.ts'
import type { Comment } from '#common/work/comments/schema.ts'
import { canSeeWorklogs } from '#common/work/worklogs/rules.ts'
import { usersLite } from '../../identity/users/lite.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import { listSaid } from '../comments/queries.ts'
import { aroundItem } from '../work-items/around.ts'
import type { WorkItem } from '../work-items/entity.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { known, saidTo } from './redact.ts'

type Wanted = QueryOf<typeof activityCalls.listHistory>

export async function listHistory(
  ctx: ProjectContext,
  id: string,
  { activity_type, created_at__gt }: Wanted,
): Promise<(Activity | Comment)[]> {
  const item = await loadWorkItem(ctx, id)
  const changes = activity_type === 'comment' ? [] : await listActivities(ctx, item, created_at__gt)
  if (activity_type === 'property') return changes
  const comments = await listSaid(ctx, item, historyLimit, created_at__gt)
  return [...changes, ...comments]
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
    .slice(-historyLimit)
}

/** Other items that the caller does not see, and projects that they have no access to, are not named: what is said of them alone is left out. */
async function listActivities(
  ctx: ProjectContext,
  item: WorkItem,
  created_at__gt: Wanted['created_at__gt'],
): Promise<Activity[]> {
  const rows = await query(ctx.em)
    .selectFrom('work_item_activities')
    .selectAll()
    .where('issue_id', '=', item.id)
    .where((where) => where.or([where('field', 'is', null), where('field', 'not in', unsaidTo(ctx))]))
    .$if(created_at__gt !== undefined, (all) =>
      all.where(sql<boolean>`created_at > ${created_at__gt}::timestamptz`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(historyLimit)
    .execute()
  const actors = await usersLite(
    ctx.em,
    rows.flatMap(({ actor_id }) => actor_id ?? []),
  )
  const mayKnow = await known(ctx, rows)
  const around = await aroundItem(ctx, item)
  return rows.toReversed().flatMap((row) => {
    const said = saidTo(mayKnow, row)
    if (said === null) return []
    const { actor_id, field, created_at } = row
    return present(activity, {
      ...row,
      ...around,
      ...said,
      actor: actor_id,
      comment: field === null ? 'created the issue' : '',
      epoch: created_at.getTime() / 1000,
      actor_detail: actors.get(actor_id) ?? null,
    })
  })
}

/** What is seen where it is, and would only fill the history; how long people worked is for those who read it. */
function unsaidTo({ project }: ProjectContext): string[] {
  const readsTime = project.is_time_tracking_enabled && canSeeWorklogs(project)
  return ['reaction', ...(readsTime ? [] : ['worklog'])]
}
