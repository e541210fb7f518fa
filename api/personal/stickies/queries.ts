import { sql } from 'kysely'
import type { stickyCalls } from '#common/personal/stickies/calls.ts'
import { type StickyResponse, stickyResponse, stickyRow } from '#common/personal/stickies/schema.ts'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { likePatternContaining } from '../../platform/db/like.ts'
import { query } from '../../platform/db/orm.ts'
import { buildPageResponse, readPaginatedRows } from '../../platform/db/page.ts'
import { presentRow } from '../../platform/db/present.ts'
import { type Sticky, StickyEntity } from './entity.ts'

type Calls = typeof stickyCalls

export async function listStickies(
  { em, user, workspace }: WorkspaceContext,
  sent: QueryOf<Calls['listStickies']>,
): Promise<ResponseOf<Calls['listStickies']>> {
  const words = sent.query?.trim() ?? ''
  const mine = query(em)
    .selectFrom('stickies')
    .where('workspace_id', '=', workspace.id)
    .where('owner', '=', user.id)
    .$if(words !== '', (all) =>
      all.where(
        sql<boolean>`coalesce(name, '') || ${'\n'} || description_stripped ilike ${likePatternContaining(words)}`,
      ),
    )
  const [page, { count }] = await Promise.all([
    readPaginatedRows(mine.select(stickyRow.keyof().options), firstPage, sent),
    mine.select((of) => of.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ])
  return buildPageResponse(
    page,
    Number(count),
    page.rows.map((row) => presentRow(stickyRow, row)),
  )
}

const firstPage: OrderColumn[] = [
  { value: sql`sort_order`, type: 'float8', descending: true },
  { value: sql`id`, type: 'uuid', descending: true },
]

export async function getSticky(ctx: WorkspaceContext, id: string): Promise<StickyResponse> {
  return presentRow(stickyResponse, await loadSticky(ctx, id))
}

/** Loads a sticky of the caller. Stickies of other users are treated as not found. */
export async function loadSticky({ em, user, workspace }: WorkspaceContext, id: string): Promise<Sticky> {
  const sticky = await em.findOne(StickyEntity, { id, workspace_id: workspace.id, owner: user.id })
  if (sticky === null) throw notFound('Sticky not found')
  return sticky
}
