import { type RawBuilder, sql } from 'kysely'
import type { ResponseOf } from '#common/platform/call.ts'
import type { boardListCalls } from '#common/sharing/publish/board-lists.ts'
import type { Context } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { loadPublicBoard, type PublicBoard, publishedItemsCondition } from './board.ts'

type Calls = typeof boardListCalls
type Ports = Pick<Context, 'em'>

export async function getPublishedMeta(
  { em }: Ports,
  anchor: string,
): Promise<ResponseOf<Calls['getPublishedMeta']>> {
  const board = await loadPublicBoard({ em }, anchor)
  if (board.view !== null) {
    const { name, description, logo_props } = board.view
    return { name, description, logo_props, cover_image: null }
  }
  return query(em)
    .selectFrom('projects')
    .select(['name', 'description', 'logo_props', 'cover_image_url as cover_image'])
    .where('id', 'in', board.project_ids)
    .executeTakeFirstOrThrow()
}

export async function listPublishedStates(ctx: Ports, anchor: string) {
  return loadBoardStates(ctx, await loadPublicBoard(ctx, anchor))
}

export async function listPublishedLabels(ctx: Ports, anchor: string) {
  return loadBoardLabels(ctx, await loadPublicBoard(ctx, anchor))
}

/**
 * Returns the states that the board shows. For a view of several projects, these are only the states of items that
 * the view shows.
 */
export async function loadBoardStates({ em }: Ports, board: PublicBoard) {
  const { rows } = await sql<ResponseOf<Calls['listPublishedStates']>[number]>`
    select s.id, s.name, s.color, s.group, s.sequence from states s
    where s.project_id = any(${board.project_ids}::uuid[]) and s.deleted_at is null and s.group <> 'triage'
      and (${board.view?.isOfWorkspace !== true} or exists (
        select 1 from work_items i where i.state_id = s.id and ${publishedItemsCondition(board)}))
    order by s.sequence, s.id`.execute(query(em))
  return rows
}

/** Returns the labels that the board shows. For a view, these are only the labels of items that the view shows. */
export async function loadBoardLabels({ em }: Ports, board: PublicBoard) {
  const { rows } = await sql<ResponseOf<Calls['listPublishedLabels']>[number]>`
    select l.id, l.name, l.color, ${board.view === null ? sql`l.parent` : sql`null::uuid`} as parent from labels l
    where l.project_id = any(${board.project_ids}::uuid[]) and l.deleted_at is null
      and (${board.view === null} or exists (
        select 1 from work_items i where l.id = any(i.label_ids) and ${publishedItemsCondition(board)}))
    order by l.sort_order, l.id`.execute(query(em))
  return rows
}

export async function listPublicBoardMembers(
  ctx: Ports,
  anchor: string,
): Promise<ResponseOf<Calls['listPublicBoardMembers']>> {
  const board = await loadPublicBoard(ctx, anchor)
  return ofItems(
    ctx,
    board,
    sql`select u.id, u.id as member, u.display_name as "member__display_name", u.avatar_url as "member__avatar",
      ${board.project_ids[0]}::uuid as project, ${board.workspace_id}::uuid as workspace from users u
    where u.id in (select unnest(i.assignee_ids) from work_items i where ${publishedItemsCondition(board)})
    order by u.display_name, u.id`,
  )
}

export async function listPublishedCycles(
  ctx: Ports,
  anchor: string,
): Promise<ResponseOf<Calls['listPublishedCycles']>> {
  const board = await loadPublicBoard(ctx, anchor)
  return ofItems(
    ctx,
    board,
    sql`select c.id, c.name from cycles c where c.deleted_at is null
      and c.id in (select i.cycle_id from work_items i where ${publishedItemsCondition(board)}) order by c.name, c.id`,
  )
}

export async function listPublishedModules(
  ctx: Ports,
  anchor: string,
): Promise<ResponseOf<Calls['listPublishedModules']>> {
  const board = await loadPublicBoard(ctx, anchor)
  return ofItems(
    ctx,
    board,
    sql`select m.id, m.name from modules m where m.deleted_at is null
      and m.id in (select unnest(i.module_ids) from work_items i where ${publishedItemsCondition(board)}) order by m.name, m.id`,
  )
}

async function ofItems<Row>({ em }: Ports, board: PublicBoard, rows: RawBuilder<unknown>): Promise<Row[]> {
  if (board.view !== null) return []
  return (await rows.execute(query(em))).rows as Row[]
}
