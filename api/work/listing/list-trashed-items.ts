import { sql } from 'kysely'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import type { workItemListCalls } from '#common/work/listing/calls.ts'
import { canSeeTrash, oldestRestorableDeletion } from '#common/work/work-items/rules.ts'
import { trashedWorkItem } from '#common/work/work-items/schema.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import { buildPageResponse, readPaginatedSqlRows } from '../../platform/db/page.ts'
import { presentRow } from '../../platform/db/present.ts'
import { publicItemColumns } from './rows.ts'

type Calls = typeof workItemListCalls

/**
 * Lists the items in the trash that can be restored. Items that were deleted together with their parent are
 * only counted, because they are restored with it.
 */
export async function listTrashedWorkItems(
  ctx: ProjectContext,
  sent: QueryOf<Calls['listTrashedWorkItems']>,
): Promise<ResponseOf<Calls['listTrashedWorkItems']>> {
  requirePermission(canSeeTrash(projectActor(ctx)))
  const { em, project } = ctx
  const where = sql`work_items.project_id = ${project.id} and work_items.is_draft = false
    and work_items.deleted_at >= ${new Date(oldestRestorableDeletion(Date.now()))}
    and not exists (select from work_items above
      where above.id = work_items.parent_id and above.deleted_at = work_items.deleted_at)`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from work_items where ${where}`.execute(query(em))
  const select = sql`${publicItemColumns}, work_items.deleted_at, work_items.deleted_by, (
    with recursive tree as (
      select work_items.id, work_items.deleted_at
      union select child.id, child.deleted_at from work_items child join tree on child.parent_id = tree.id
      where child.deleted_at = tree.deleted_at
    ) select count(*)::int - 1 from tree) as below`
  const page = await readPaginatedSqlRows<object>(
    em,
    { select, from: sql`from work_items where ${where}` },
    lastDeletedFirst,
    sent,
  )
  return buildPageResponse(
    page,
    counted[0]?.total ?? 0,
    page.rows.map((row) => presentRow(trashedWorkItem, row)),
  )
}

const lastDeletedFirst: OrderColumn[] = [
  { value: sql`work_items.deleted_at`, type: 'timestamptz', descending: true },
  { value: sql`work_items.id`, type: 'uuid', descending: true },
]
