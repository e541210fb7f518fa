import type { BodyOf } from '#common/platform/call.ts'
import { forbidden, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { reactionCalls } from '#common/work/reactions/calls.ts'
import { canReact, reactionsLimit } from '#common/work/reactions/rules.ts'
import { type ReactionAnswer, reactionAnswer } from '#common/work/reactions/schema.ts'
import { refuseArchived } from '../../access/guard.ts'
import type { ProjectContext, UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import type { WorkItem } from '../work-items/entity.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { whereItIs } from '../work-items/moved-on.ts'
import { ReactionEntity } from './entity.ts'
import { onComment } from './queries.ts'

type Input = BodyOf<typeof reactionCalls.addReaction>

export function addReaction(ctx: ProjectContext, id: string, input: Input): Promise<ReactionAnswer> {
  return whereItIs(ctx, id, async (there) => giveReaction(there, await loadReactable(there, id), null, input))
}

export async function removeReaction(ctx: ProjectContext, id: string, reaction: string): Promise<undefined> {
  await whereItIs(ctx, id, async (there) => {
    await takeBackReaction(there, await loadReactable(there, id), null, reaction)
  })
}

export function addCommentReaction(
  ctx: ProjectContext,
  commentId: string,
  input: Input,
): Promise<ReactionAnswer> {
  return onComment(ctx, commentId, async (there, id) =>
    giveReaction(there, await loadReactable(there, id), commentId, input),
  )
}

export async function removeCommentReaction(
  ctx: ProjectContext,
  commentId: string,
  reaction: string,
): Promise<undefined> {
  await onComment(ctx, commentId, async (there, id) => {
    await takeBackReaction(there, await loadReactable(there, id), commentId, reaction)
  })
}

/**
 * An item that the caller sees and may react to, or to what is said of it. While this runs it does not move to another project, whose people
 * alone hear of its reactions then.
 */
async function loadReactable(ctx: ProjectContext, id: string): Promise<WorkItem> {
  refuseArchived(ctx.project)
  const item = await loadWorkItem(ctx, id, { held: true })
  if (!canReact(item)) throw forbidden()
  return item
}

type Reactable = Pick<WorkItem, 'id' | 'workspace_id' | 'project_id' | 'created_by'>

/** Reacts to the item, or to a comment on it that the caller sees. */
export async function giveReaction(
  { em, user }: UserContext,
  item: Reactable,
  comment_id: string | null,
  { id = newId(), reaction }: Input,
): Promise<ReactionAnswer> {
  const own = await em.find(ReactionEntity, { issue_id: item.id, comment_id, actor: user.id })
  if (own.some((one) => one.reaction === reaction))
    throw invalid('reaction', 'Reaction already exists for the user')
  if (own.length >= reactionsLimit)
    throw invalid('reaction', `There are at most ${reactionsLimit} reactions of one person.`)
  const made = em.create(ReactionEntity, {
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
  return present(reactionAnswer, { ...made, issue: item.id, comment: comment_id, display_name })
}

/** Only one's own. */
export async function takeBackReaction(
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
