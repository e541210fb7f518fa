import { sql } from 'kysely'
import type { pageCalls } from '#common/pages/pages/calls.ts'
import { pageRow, trashedPage } from '#common/pages/pages/schema.ts'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import { oldestRestorableDeletion } from '#common/work/work-items/rules.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import { buildPageResponse, readPaginatedRows } from '../../platform/db/page.ts'
import { presentRow } from '../../platform/db/present.ts'
import { isPageInContainerOrTrashSql, type PageContext, pageActor } from './container.ts'

type Calls = typeof pageCalls

/**
 * Returns the deleted pages that can still be restored. Nobody can edit a page in the trash, so `updated_by`
 * is the user who deleted the page.
 */
export async function listTrashedPages(
  ctx: PageContext,
  sent: QueryOf<Calls['listTrashedPages']>,
): Promise<ResponseOf<Calls['listTrashedPages']>> {
  const { user_id, sees_all, has_only_shares } = pageActor(ctx)
  let found = query(ctx.em)
    .selectFrom('pages')
    .where(isPageInContainerOrTrashSql(ctx))
    .where('deleted_at', '>=', new Date(oldestRestorableDeletion(Date.now())))
    .where(sql<boolean>`((owned_by = ${user_id} and ${!has_only_shares}) or (access = 0 and ${sees_all}))`)
  if (sent.page_id !== undefined) found = found.where('id', '=', sent.page_id)
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const selected = found.select(pageRow.keyof().options).select(['deleted_at', 'updated_by as deleted_by'])
  const page = await readPaginatedRows(selected, lastDeletedFirst, sent)
  return buildPageResponse(
    page,
    total,
    page.rows.map((row) => presentRow(trashedPage, row)),
  )
}

const lastDeletedFirst: OrderColumn[] = [
  { value: sql`deleted_at`, type: 'timestamptz', descending: true },
  { value: sql`id`, type: 'uuid', descending: true },
]
