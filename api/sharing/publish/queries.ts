import { type RawBuilder, sql } from 'kysely'
import { removeMentions } from '#common/documents/content/mention.ts'
import { fileElementPrefixes } from '#common/documents/content/pictures.ts'
import { isPictureType } from '#common/documents/files/file-types.ts'
import type { QueryOf } from '#common/platform/call.ts'
import { invalid, notFound } from '#common/platform/errors.ts'
import type { publishCalls } from '#common/sharing/publish/calls.ts'
import { disabledBoardLayouts } from '#common/sharing/publish/rules.ts'
import {
  type PublicItem,
  type PublishedBoard,
  publicItem,
  publishedBoard,
} from '#common/sharing/publish/schema.ts'
import { parseRequestedPage } from '#common/work/listing/read-query.ts'
import type { FileAsset } from '../../documents/files/entity.ts'
import { type ServeOptions, serveFile } from '../../documents/files/serve.ts'
import { decryptSecret, encryptSecret } from '../../platform/config/sealed.ts'
import type { Context } from '../../platform/context/context.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import { buildPageResponse, readPaginatedSqlRows } from '../../platform/db/page.ts'
import { presentRow } from '../../platform/db/present.ts'
import { readFlatListingPage } from '../../work/listing/list-page.ts'
import {
  loadPublicBoard,
  notPublishedError,
  type PublicBoard,
  publicCommentsCondition,
  publishedItemsCondition,
  selectPublicBoards,
} from './board.ts'
import { loadPublicBoardDetails } from './board-details.ts'
import { boardItemColumnsSql } from './board-item-columns.ts'
import { loadBoardLabels, loadBoardStates } from './board-lists.ts'
import { hasListingOptions, listBoardItemsWithOptions } from './listing.ts'
import type { PublishedView } from './published-view.ts'

/*
 * Queries for anonymous visitors. They do not check access: each statement starts from the board of the
 * address, selects only items that the board shows, and returns public fields only. A signed-in caller also
 * gets the caller's own reactions and votes.
 */

export async function getPublishedBoard({ em }: Context, anchor: string): Promise<PublishedBoard> {
  const board = await loadPublicBoard({ em }, anchor)
  const { view, view_props: views, workspace_id, project_ids } = board
  return presentRow(publishedBoard, {
    ...board,
    ...(view ?? (await wholeProject(em, board))),
    ...(await loadPublicBoardDetails(em, {
      workspace_id,
      is_intake_enabled: board.is_intake_enabled,
      project_id: view === null ? (project_ids[0] ?? null) : null,
    })),
    anchor,
    views,
    view_props: { ...disabledBoardLayouts, ...views },
    states: await loadBoardStates({ em }, board),
    labels: await loadBoardLabels({ em }, board),
  })
}

async function wholeProject(em: Context['em'], { project_ids }: PublicBoard) {
  const project = await query(em)
    .selectFrom('projects')
    .select(['name', 'description', 'logo_props'])
    .where('id', 'in', project_ids)
    .executeTakeFirstOrThrow()
  return { ...project, layout: 'kanban' as const, group_by: 'state_id' as const }
}

export async function listPublishedItems(
  ctx: Context,
  anchor: string,
  sent: QueryOf<typeof publishCalls.listPublishedItems>,
) {
  const board = await loadPublicBoard(ctx, anchor)
  if (hasListingOptions(sent)) return listBoardItemsWithOptions(ctx, board, sent)
  if (board.view !== null) return listOfView(ctx, anchor, board, board.view, sent)
  const from = sql`from work_items i join projects p on p.id = i.project_id where ${publishedItemsCondition(board)}`
  const page = await readPaginatedSqlRows<PublicItem>(
    ctx.em,
    { select: boardItemColumnsSql(ctx, board), from },
    inOrder,
    sent,
  )
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from work_items i where ${publishedItemsCondition(board)}`.execute(
    query(ctx.em),
  )
  const rows = page.rows.map((row) => presentRow(publicItem, row))
  return { ...ungrouped, ...buildPageResponse(page, counted[0]?.count ?? 0, rows) }
}

const ungrouped = { grouped_by: null, sub_grouped_by: null, extra_stats: null }

const inOrder: OrderColumn[] = [
  { value: sql`i.sort_order`, type: 'float8' },
  { value: sql`i.id`, type: 'uuid' },
]

/**
 * Returns the public fields of the items in the order of the view. Uses the same query as the view's list for
 * members.
 */
async function listOfView(
  ctx: Context,
  anchor: string,
  board: PublicBoard,
  { listable, listing }: PublishedView,
  sent: QueryOf<typeof publishCalls.listPublishedItems>,
) {
  const page = await readFlatListingPage(ctx.em, listable, listing, {
    ...parseRequestedPage(sent),
    key: openKey(ctx, anchor, sent.cursor),
  })
  const ids = page.results.map(({ id }) => id)
  const { rows } = await sql<PublicItem>`
    select ${boardItemColumnsSql(ctx, board)} from work_items i join projects p on p.id = i.project_id
    where ${publishedItemsCondition(board)} and i.id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], i.id)`.execute(
    query(ctx.em),
  )
  return {
    ...page,
    ...ungrouped,
    next_cursor: sealCursor(ctx, anchor, page.next_cursor),
    prev_cursor: sealCursor(ctx, anchor, page.prev_cursor),
    count: rows.length,
    results: rows.map((row) => presentRow(publicItem, row)),
  }
}

/*
 * Encrypts the cursor. It contains the values by which the view is sorted, such as the name of an assignee or
 * a cycle, which anonymous visitors must not see. A cursor is valid for one board.
 */

function sealOf(anchor: string) {
  return { purpose: 'cursors of published views', of: anchor }
}

function sealCursor({ config }: Context, anchor: string, cursor: string): string {
  const [size, number, direction, key] = cursor.split(':')
  if (key === undefined) return cursor
  const sealed = Buffer.from(encryptSecret(config, sealOf(anchor), key), 'base64').toString('base64url')
  return [size, number, direction, sealed].join(':')
}

/** Decrypts the cursor. Throws `invalid` for a cursor of another board. */
function openKey({ config }: Context, anchor: string, cursor: string | undefined): string | undefined {
  const sealed = cursor?.split(':')[3]
  if (sealed === undefined) return undefined
  try {
    return decryptSecret(config, sealOf(anchor), Buffer.from(sealed, 'base64url').toString('base64'))
  } catch {
    throw invalid('cursor', 'Invalid cursor parameter.')
  }
}

export async function getPublishedItem(ctx: Context, anchor: string, id: string) {
  const board = await loadPublicBoard(ctx, anchor)
  const { rows } = await sql<PublicItem & { description_html: string }>`
    select ${boardItemColumnsSql(ctx, board)}, i.description_html
    from work_items i join projects p on p.id = i.project_id
    where ${publishedItemsCondition(board)} and i.id = ${id}`.execute(query(ctx.em))
  const [row] = rows
  if (row === undefined) throw notFound('Issue not found')
  // The HTML is safe to return, because the document renderer sanitized it when it was stored.
  return { ...presentRow(publicItem, row), description_html: removeMentions(row.description_html) }
}

/**
 * Returns the public address of a project's board. An unpublished project returns the same error as a missing
 * project.
 */
export async function findPublishedBoard(
  { em }: Context,
  { slug, project_id }: { slug: string; project_id: string },
) {
  const row = await selectPublicBoards({ em })
    .select('b.anchor')
    .where('w.slug', '=', slug)
    .where('b.project_id', '=', project_id)
    .executeTakeFirst()
  if (row === undefined) throw notPublishedError()
  return { anchor: row.anchor, entity_name: 'project' as const, entity_identifier: project_id }
}

/**
 * Returns a picture or file that a text on the board contains now: a description or a public comment. A file
 * that was removed from the text is no longer returned.
 */
export async function getPublishedPicture(
  ctx: Context,
  anchor: string,
  id: string,
  reading: ServeOptions,
): Promise<Response> {
  const board = await loadPublicBoard(ctx, anchor)
  const { picture, file: block } = fileElementPrefixes(id)
  const containsFile = (html: RawBuilder<unknown>) =>
    sql`(position(${picture} in ${html}) > 0 or position(${block} in ${html}) > 0)`
  const { rows } = await sql<Pick<FileAsset, 'id' | 'attributes' | 'entity_type'>>`
    with owners as (
      select entity_identifier as owner from file_assets where id = ${id}
      union all select entity_identifier from file_uses where asset_id = ${id}
    )
    select f.id, f.attributes, f.entity_type from file_assets f
    where f.id = ${id} and f.uploaded_at is not null and f.deleted_at is null and (
      ${isOwnUpload(ctx, board)} or exists (
        select 1 from work_items i join owners o on o.owner = i.id
        where ${publishedItemsCondition(board)} and ${containsFile(sql`i.description_html`)}
      ) or ${board.is_comments_enabled} and exists (
        select 1 from work_item_comments c join owners o on o.owner = c.id join work_items i on i.id = c.issue_id
        where ${publishedItemsCondition(board)} and ${publicCommentsCondition} and ${containsFile(sql`c.comment_html`)}
      )
    )`.execute(query(ctx.em))
  const [file] = rows
  if (file === undefined) throw notFound('The requested asset could not be found.')
  // Replace the original file name of a picture, which may be private. The names of other files are visible
  // in the text anyway.
  const { name, type } = file.attributes
  const attributes = { ...file.attributes, name: isPictureType(type) ? 'picture' : name }
  return serveFile(ctx, { ...file, attributes }, reading)
}

/** SQL condition: the caller uploaded the file `f` for a text on this board. */
function isOwnUpload({ user }: Context, { project_ids, workspace_id }: PublicBoard): RawBuilder<boolean> {
  return sql`(f.created_by = ${user?.id ?? null}::uuid and f.workspace_id = ${workspace_id}
    and f.project_id = any(${project_ids}::uuid[]) and f.entity_type in ('ISSUE_DESCRIPTION', 'COMMENT_DESCRIPTION'))`
}
