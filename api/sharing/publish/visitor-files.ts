import { sql } from 'kysely'
import { isPictureType } from '#common/documents/files/file-types.ts'
import type { UploadTarget } from '#common/documents/files/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { invalid, notFound } from '#common/platform/errors.ts'
import type { publicFileCalls } from '#common/sharing/publish/intake-calls.ts'
import { assertProjectNotArchived } from '../../access/guard.ts'
import { visitorContext, writtenByFormerMemberSql } from '../../access/visitors.ts'
import { FileAssetEntity } from '../../documents/files/entity.ts'
import { confirmAssetUpload, deleteAsset, restoreAsset } from '../../documents/files/files.ts'
import { attachPicturesToText } from '../../documents/files/texts.ts'
import { createFileBeforeUpload, createUploadTarget } from '../../documents/files/upload-target.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import {
  assertBoardAllows,
  loadPublicBoard,
  type PublicBoard,
  publicCommentsCondition,
  publishedItemsCondition,
} from './board.ts'
import { isOwnPendingRequest } from './intake.ts'
import { registerPublicMember } from './open-item.ts'

/** The board of a project, which accepts the pictures of visitors. */
interface BoardWithUploads extends PublicBoard {
  project_id: string
}

export async function createPublicAsset(
  ctx: UserContext,
  anchor: string,
  { entity_type, ...announced }: BodyOf<typeof publicFileCalls.createPublicAsset>,
): Promise<UploadTarget> {
  const board = await boardWithUploads(ctx, anchor)
  assertBoardAllows(board, entity_type === 'ISSUE_DESCRIPTION' ? 'is_intake_enabled' : 'is_comments_enabled')
  if (!isPictureType(announced.type)) throw invalid('type', 'Invalid file type.')
  await ctx.limits.take('submission', `upload:${ctx.user.id}`)
  const { workspace_id, project_id } = board
  await registerPublicMember(ctx, { workspace_id, project_id })
  const owner = { workspace_id, project_id, entity_type, entity_identifier: null }
  const file = await createFileBeforeUpload(ctx, owner, announced)
  await ctx.em.flush()
  return createUploadTarget(ctx, file, `/api/public/assets/v2/anchor/${anchor}/${file.id}/`)
}

export async function confirmPublicAsset(ctx: UserContext, anchor: string, id: string): Promise<undefined> {
  return confirmAssetUpload(ctx, await ownFiles(ctx, anchor), id)
}

export async function deletePublicAsset(ctx: UserContext, anchor: string, id: string): Promise<undefined> {
  return deleteAsset(ctx, await changeableFiles(ctx, anchor, id), id, false)
}

export async function restorePublicAsset(ctx: UserContext, anchor: string, id: string): Promise<undefined> {
  return restoreAsset(ctx, await changeableFiles(ctx, anchor, id), id, false)
}

export async function adoptPublicAssets(
  ctx: UserContext,
  { anchor, text_id }: { anchor: string; text_id: string },
  ids: string[],
): Promise<undefined> {
  const board = await boardWithUploads(ctx, anchor)
  const { project_id } = board
  await ctx.limits.take('feedback', ctx.user.id)
  const entity_type = await typeOfChangeableText(ctx, board, text_id)
  if (entity_type === null) throw notFound('The requested asset could not be found.')
  await attachPicturesToText(
    await visitorContext(ctx, project_id),
    { entity_type, id: text_id, project_id },
    ids,
  )
}

/** The board of a view has no uploads, because its items belong to several projects. */
async function boardWithUploads(ctx: UserContext, anchor: string): Promise<BoardWithUploads> {
  const board = await loadPublicBoard(ctx, anchor)
  const [project_id] = board.project_ids
  if (board.view !== null || project_id === undefined)
    throw notFound('The requested asset could not be found.')
  assertProjectNotArchived(board)
  return { ...board, project_id }
}

async function ownFiles(ctx: UserContext, anchor: string) {
  const { workspace_id, project_id } = await boardWithUploads(ctx, anchor)
  return { workspace_id, project_id, created_by: ctx.user.id }
}

/**
 * Throws unless the visitor may delete and restore the file. Returns the conditions that find the visitor's files on
 * this board. A file that is in a text can be changed only while the visitor can change the text. Otherwise, former
 * members could delete pictures of the project.
 */
async function changeableFiles(ctx: UserContext, anchor: string, id: string) {
  const board = await boardWithUploads(ctx, anchor)
  await ctx.limits.take('feedback', ctx.user.id)
  const where = await ownFiles(ctx, anchor)
  const file = await ctx.em.findOne(FileAssetEntity, { id, ...where })
  const text = file?.entity_identifier ?? null
  const isChangeable =
    file !== null &&
    (text === null || (await typeOfChangeableText(ctx, board, text)) === file.entity_type) &&
    visitorFileTypes.some((type) => type === file.entity_type)
  if (!isChangeable) throw notFound('The requested asset could not be found.')
  return where
}

const visitorFileTypes = ['ISSUE_DESCRIPTION', 'COMMENT_DESCRIPTION'] as const

/**
 * Returns the type of the files that belong to the text `id`, which is a request or a comment of the visitor. Returns
 * null if the visitor cannot change this text.
 */
async function typeOfChangeableText(
  ctx: UserContext,
  board: BoardWithUploads,
  id: string,
): Promise<(typeof visitorFileTypes)[number] | null> {
  if (board.is_intake_enabled && (await isOwnPendingRequest(ctx, board, id))) return 'ISSUE_DESCRIPTION'
  if (board.is_comments_enabled && (await isOwnComment(ctx, board, id))) return 'COMMENT_DESCRIPTION'
  return null
}

/** Returns whether the visitor wrote the comment and the board shows its item. */
async function isOwnComment({ em, user }: UserContext, board: PublicBoard, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from work_item_comments c join work_items i on i.id = c.issue_id
    where c.id = ${id} and c.actor = ${user.id} and ${publicCommentsCondition}
      and not ${writtenByFormerMemberSql(user.id)} and ${publishedItemsCondition(board)}`.execute(query(em))
  return rows.length > 0
}
