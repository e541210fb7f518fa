import type { BodyOf } from '#common/platform/call.ts'
import { forbidden, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { reactionCalls } from '#common/work/reactions/calls.ts'
import { canReact, reactionsLimit } from '#common/work/reactions/rules.ts'
import { type ReactionResponse, reactionResponse } from '#common/work/reactions/schema.ts'
import { assertItemWritable } from '../../access/guard.ts'
import type { ProjectContext, UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { runInCurrentProjectOfItem } from '../work-items/current-project.ts'
import type { WorkItem } from '../work-items/entity.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { ReactionEntity } from './entity.ts'
import { runInProjectOfComment } from './queries.ts'

type Input = BodyOf<typeof reactionCalls.addReaction>

export function addReaction(ctx: ProjectContext, id: string, input: Input): Promise<ReactionResponse> {
  return runInCurrentProjectOfItem(ctx, id, async (itemCtx) =>
    createReaction(itemCtx, await loadReactable(itemCtx, id), null, input),
  )
}

export async function removeReaction(ctx: ProjectContext, id: string, reaction: string): Promise<undefined> {
  await runInCurrentProjectOfItem(ctx, id, async (itemCtx) => {
    await removeOwnReaction(itemCtx, await loadReactable(itemCtx, id), null, reaction)
  })
}

export function addCommentReaction(
  ctx: ProjectContext,
  commentId: string,
  input: Input,
): Promise<ReactionResponse> {
  return runInProjectOfComment(ctx, commentId, async (itemCtx, id) =>
    createReaction(itemCtx, await loadReactable(itemCtx, id), commentId, input),
  )
}

export async function removeCommentReaction(
  ctx: ProjectContext,
  commentId: string,
  reaction: string,
): Promise<undefined> {
  await runInProjectOfComment(ctx, commentId, async (itemCtx, id) => {
    await removeOwnReaction(itemCtx, await loadReactable(itemCtx, id), commentId, reaction)
  })
}

/**
 * Loads and locks an item that the caller may react to. Without the lock, the item could move to another
 * project while the reaction is stored, and the wrong users would receive the reaction.
 */
async function loadReactable(ctx: ProjectContext, id: string): Promise<WorkItem> {
  const item = await loadWorkItem(ctx, id, { locked: true })
  assertItemWritable(ctx.project, item)
  if (!canReact(item)) throw forbidden()
  return item
}

type Reactable = Pick<WorkItem, 'id' | 'workspace_id' | 'project_id' | 'created_by'>

/** Adds a reaction to the item or to one of its comments. The caller has checked access. */
export async function createReaction(
  { em, user }: UserContext,
  item: Reactable,
  comment_id: string | null,
  { id = newId(), reaction }: Input,
): Promise<ReactionResponse> {
  const own = await em.find(ReactionEntity, { issue_id: item.id, comment_id, actor: user.id })
  if (own.some((one) => one.reaction === reaction))
    throw invalid('reaction', 'Reaction already exists for the user')
  if (own.length >= reactionsLimit)
    throw invalid('reaction', `You can add at most ${reactionsLimit} reactions.`)
  const created = em.create(ReactionEntity, {
    id,
    workspace_id: item.workspace_id,
    project_id: item.project_id,
    issue_id: item.id,
    comment_id,
    actor: user.id,
    reaction,
    issue_created_by: item.created_by,
  })
  await em.flush()
  const { display_name } = await query(em)
    .selectFrom('users')
    .select('display_name')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  return presentRow(reactionResponse, { ...created, issue: item.id, comment: comment_id, display_name })
}

/** Removes a reaction of the caller, if there is one. */
export async function removeOwnReaction(
  { em, user }: UserContext,
  item: Pick<WorkItem, 'id'>,
  comment_id: string | null,
  reaction: string,
): Promise<void> {
  const own = await em.findOne(ReactionEntity, { issue_id: item.id, comment_id, actor: user.id, reaction })
  if (own === null) return
  em.remove(own)
  await em.flush()
}
