import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#common/platform/call.ts'
import { readPage } from '#common/work/listing/read-query.ts'
import type { workItemListCalls } from '#common/work/work-items/list-calls.ts'
import { canSeeTrash, trashBegins } from '#common/work/work-items/rules.ts'
import { trashedWorkItem } from '#common/work/work-items/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { pageOfRows } from '../../platform/db/page.ts'
import { present } from '../../platform/db/present.ts'
import { columns } from '../listing/rows.ts'
import { actorOf, allow } from './load.ts'

type Calls = typeof workItemListCalls

/** What can be brought back. What went to the trash with something above it is counted there, and comes back with that. */
export async function listTrashedWorkItems(
  ctx: ProjectContext,
  sent: QueryOf<Calls['listTrashedWorkItems']>,
): Promise<AnswerOf<Calls['listTrashedWorkItems']>> {
  allow(canSeeTrash(actorOf(ctx)))
  const { em, project } = ctx
  const { size, number } = readPage(sent)
  const where = sql`work_items.project_id = ${project.id} and work_items.is_draft = false
    and work_items.deleted_at >= ${new Date(trashBegins(Date.now()))}
    and not exists (select from work_items above
      where above.id = work_items.parent_id and above.deleted_at = work_items.deleted_at)`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from work_items where ${where}`.execute(query(em))
  const { rows } = await sql<Record<string, unknown>>`
    select ${columns}, work_items.deleted_at, work_items.deleted_by, (
      with recursive tree as (
        select work_items.id, work_items.deleted_at
        union select child.id, child.deleted_at from work_items child join tree on child.parent_id = tree.id
        where child.deleted_at = tree.deleted_at
      ) select count(*)::int - 1 from tree) as below
    from work_items where ${where}
    order by work_items.deleted_at desc, work_items.id desc
    limit ${size} offset ${size * number}`.execute(query(em))
  return pageOfRows(
    sent,
    counted[0]?.total ?? 0,
    rows.map((row) => present(trashedWorkItem, row)),
  )
}
