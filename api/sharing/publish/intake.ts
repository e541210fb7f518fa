import { type RawBuilder, sql } from 'kysely'
import { removeMentions } from '#common/documents/content/mention.ts'
import { intakeStatus, isOpenIntakeStatus } from '#common/planning/intake/rules.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { forbidden, invalid, notFound } from '#common/platform/errors.ts'
import type { PublicRequest, publicIntakeCalls } from '#common/sharing/publish/intake-calls.ts'
import { assertProjectNotArchived } from '../../access/guard.ts'
import { visitorContext } from '../../access/visitors.ts'
import { commentTextFromContent } from '../../documents/comments/text.ts'
import {
  createIntakeItem,
  deleteIntakeItem,
  lockIntake,
  updateIntakeItem,
} from '../../planning/intake/commands.ts'
import { IntakeEntity } from '../../planning/intake/entity.ts'
import type { ProjectContext, UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { assertBoardAllows, loadPublicBoard, type PublicBoard, publishedItemsCondition } from './board.ts'
import { registerPublicMember } from './open-item.ts'

export interface IntakePath {
  anchor: string
  intake_id: string
}

export async function listPublicRequests(ctx: UserContext, path: IntakePath): Promise<PublicRequest[]> {
  const board = await boardWithIntake(ctx, path)
  return ownRequests(ctx, board, sql`true`)
}

export async function getPublicRequest(
  ctx: UserContext,
  { request_id, ...path }: IntakePath & { request_id: string },
): Promise<PublicRequest> {
  return ownRequest(ctx, await boardWithIntake(ctx, path), request_id)
}

export async function createPublicRequest(
  ctx: UserContext,
  path: IntakePath,
  { issue }: BodyOf<typeof publicIntakeCalls.createPublicRequest>,
): Promise<PublicRequest> {
  await checkDescription(ctx, issue.description_html)
  const { board, visitor } = await openForWriting(ctx, path)
  await ctx.limits.take('submission', `request:${ctx.user.id}`)
  await registerPublicMember(ctx, { workspace_id: board.workspace_id, project_id: visitor.project.id })
  const { id } = await createIntakeItem(visitor, { issue })
  const intake = await ctx.em.findOneOrFail(IntakeEntity, { id })
  intake.source = 'FORMS'
  await ctx.em.flush()
  return ownRequest(ctx, board, id)
}

export async function updatePublicRequest(
  ctx: UserContext,
  { request_id, ...path }: IntakePath & { request_id: string },
  { issue }: BodyOf<typeof publicIntakeCalls.updatePublicRequest>,
): Promise<PublicRequest> {
  await checkDescription(ctx, issue.description_html)
  const { board, visitor } = await openForWriting(ctx, path)
  await lockPending(ctx, board, visitor, request_id)
  await updateIntakeItem(visitor, request_id, { issue })
  return ownRequest(ctx, board, request_id)
}

export async function deletePublicRequest(
  ctx: UserContext,
  { request_id, ...path }: IntakePath & { request_id: string },
): Promise<undefined> {
  const { board, visitor } = await openForWriting(ctx, path)
  await lockPending(ctx, board, visitor, request_id)
  await deleteIntakeItem(visitor, request_id)
}

/** Returns true if `id` is a request of the caller that the team has not reviewed yet. */
export async function isOwnPendingRequest(
  ctx: UserContext,
  board: PublicBoard,
  id: string,
): Promise<boolean> {
  const [found] = await ownRequests(ctx, board, sql`i.id = ${id}`)
  return found?.status === intakeStatus.pending
}

/** Returns the board if it shows this intake. The id of an intake is the id of its project. */
async function boardWithIntake(ctx: UserContext, { anchor, intake_id }: IntakePath): Promise<PublicBoard> {
  const board = await loadPublicBoard(ctx, anchor)
  assertBoardAllows(board, 'is_intake_enabled')
  if (!board.project_ids.includes(intake_id)) throw notFound('Intake not found')
  return board
}

/** Locks the board, so that the intake cannot be closed before the commit. */
async function openForWriting(
  ctx: UserContext,
  path: IntakePath,
): Promise<{ board: PublicBoard; visitor: ProjectContext }> {
  const board = await boardWithIntake(ctx, path)
  assertProjectNotArchived(board)
  await ctx.limits.take('feedback', ctx.user.id)
  const { rows } = await sql`
    select from deploy_boards where id = ${board.id} and not is_disabled and is_intake_enabled for share`.execute(
    query(ctx.em),
  )
  if (rows.length === 0) throw notFound('Intake not found')
  return { board, visitor: await visitorContext(ctx, path.intake_id) }
}

/**
 * Throws if the description contains mentions. Mentions would notify members of the project, and visitors
 * must not learn the ids of members.
 */
async function checkDescription(ctx: UserContext, html: string | undefined): Promise<void> {
  if (!html) return
  const { mention_ids } = await commentTextFromContent(ctx, { html })
  if (mention_ids.length > 0) throw invalid('description_html', 'Requests can’t contain mentions.')
}

/** Locks the request, so that the team cannot accept it before the change of the visitor is committed. */
async function lockPending(
  ctx: UserContext,
  board: PublicBoard,
  visitor: ProjectContext,
  id: string,
): Promise<void> {
  await ownRequest(ctx, board, id)
  await lockIntake(visitor, id)
  const { status } = await ownRequest(ctx, board, id)
  if (!isOpenIntakeStatus(status)) throw forbidden('You cannot edit intake issues')
}

async function ownRequest(ctx: UserContext, board: PublicBoard, id: string): Promise<PublicRequest> {
  const [found] = await ownRequests(ctx, board, sql`i.id = ${id}`)
  if (found === undefined) throw notFound('Intake not found')
  return found
}

interface RequestRow extends Omit<PublicRequest, 'issue'> {
  name: string
  priority: PublicRequest['issue']['priority']
  sequence_id: number
  project_id: string
  description_html: string
}

/**
 * Returns requests that the caller submitted on the board. An accepted request belongs to the project, so it is
 * returned only while the board shows its item.
 */
async function ownRequests(
  { em, user }: UserContext,
  board: PublicBoard,
  which: RawBuilder<unknown>,
): Promise<PublicRequest[]> {
  const { rows } = await sql<RequestRow>`
    select q.id, case when q.status = ${intakeStatus.snoozed} then ${intakeStatus.pending} else q.status end as status,
      q.source, q.created_at, q.updated_at, i.name, i.priority, i.sequence_id, i.project_id, i.description_html
    from intake_issues q join work_items i on i.id = q.id
    where q.project_id = any(${board.project_ids}::uuid[]) and q.source = 'FORMS' and q.created_by = ${user.id}
      and i.created_by = ${user.id} and i.deleted_at is null
      and (i.state__group = 'triage' or ${publishedItemsCondition(board)}) and ${which}
    order by q.created_at desc, q.id desc limit 100`.execute(query(em))
  return rows.map(({ id, status, source, created_at, updated_at, ...issue }) => ({
    ...{ id, status, source },
    created_at: new Date(created_at).toISOString(),
    updated_at: new Date(updated_at).toISOString(),
    issue: { ...issue, id, description_html: removeMentions(issue.description_html) },
  }))
}
