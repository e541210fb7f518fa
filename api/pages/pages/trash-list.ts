import { sql } from 'kysely'
import type { pageCalls } from '#common/pages/pages/calls.ts'
import { pageRow, trashedPage } from '#common/pages/pages/schema.ts'
import type { AnswerOf, QueryOf } from '#common/platform/call.ts'
import { oldestRestorableDeletion } from '#common/work/work-items/rules.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import { pageOfRows, readRows } from '../../platform/db/page.ts'
import { present } from '../../platform/db/present.ts'
import { isInContainerOrTrashSql, type PageContext, pageActorOf } from './container.ts'

type Calls = typeof pageCalls

/**
 * Returns the deleted pages that can still be restored. Nobody can edit a page in the trash, so `updated_by`
 * is the user who deleted the page.
 */
export async function listTrashedPages(
  ctx: PageContext,
  sent: QueryOf<Calls['listTrashedPages']>,
): Promise<AnswerOf<Calls['listTrashedPages']>> {
  const { user_id, sees_all } = pageActorOf(ctx)
  let found = query(ctx.em)
    .selectFrom('pages')
    .where(isInContainerOrTrashSql(ctx))
    .where('deleted_at', '>=', new Date(oldestRestorableDeletion(Date.now())))
    .where(sql<boolean>`(owned_by = ${user_id} or (access = 0 and ${sees_all}))`)
  if (sent.page_id !== undefined) found = found.where('id', '=', sent.page_id)
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const selected = found.select(pageRow.keyof().options).select(['deleted_at', 'updated_by as deleted_by'])
  const page = await readRows(selected, lastDeletedFirst, sent)
  return pageOfRows(
    page,
    total,
    page.rows.map((row) => present(trashedPage, row)),
  )
}

const lastDeletedFirst: OrderColumn[] = [
  { value: sql`deleted_at`, type: 'timestamptz', descending: true },
  { value: sql`id`, type: 'uuid', descending: true },
]
