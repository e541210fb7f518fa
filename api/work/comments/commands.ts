import { canChangeComment } from '#common/documents/comments/rules.ts'
import { withoutForgeUsers } from '#common/identity/users/forge-users.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import type { commentCalls } from '#common/work/comments/calls.ts'
import { canComment } from '#common/work/comments/rules.ts'
import type { Comment } from '#common/work/comments/schema.ts'
import { projectActor } from '../../access/actor.ts'
import { assertItemWritable } from '../../access/guard.ts'
import { createCommentCommands } from '../../documents/comments/commands.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { assertExternalIdAvailable } from '../../platform/db/external-ids.ts'
import type { ItemRow } from '../work-items/item-row.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { lockItems } from '../work-items/lock-items.ts'
import { resolveOriginalAuthor } from '../work-items/original.ts'
import { writeItems } from '../work-items/write-items.ts'
import { CommentEntity, type CommentRecord } from './entity.ts'
import { presentComments } from './queries.ts'

type Input = BodyOf<typeof commentCalls.createComment>
type Patch = BodyOf<typeof commentCalls.updateComment>

export const itemCommentCommands = createCommentCommands({
  entity: CommentEntity,
  load: async (ctx, id, { isLocked }) => {
    const item = isLocked ? await lockItem(ctx, id) : await loadWorkItem(ctx, id)
    assertItemWritable(ctx.project, item)
    return item
  },
  owned: ({ id }) => ({ issue_id: id }),
  canComment: (ctx, item) => canComment(projectActor(ctx), item),
  canEdit: canChangeComment,
  begin: ({ project_id, created_by }, { access }: Input) => ({
    project_id,
    issue_created_by: created_by,
    access: access ?? 'INTERNAL',
  }),
  write: async (ctx, item: ItemRow, comment: CommentRecord, patch: Patch, mentioned) => {
    await setExternalId(ctx, comment, patch)
    if (patch.access !== undefined) comment.access = patch.access
    if (mentioned.length > 0) await subscribeMentioned(ctx, item, mentioned)
  },
  present: presentComments,
})

/** Creates a comment, which may have an original author and time in another program. */
export async function createItemComment(
  ctx: ProjectContext,
  itemId: string,
  { original, ...input }: Input,
): Promise<Comment> {
  const author = await resolveOriginalAuthor(ctx, original)
  const comment = await itemCommentCommands.create(ctx, itemId, input)
  if (author === null) return comment
  const { created_by, created_at } = author
  const row = await ctx.em.findOneOrFail(CommentEntity, { id: comment.id })
  Object.assign(row, { actor: created_by, created_by, created_at, updated_by: created_by })
  await ctx.em.flush()
  const [answer = comment] = await presentComments(ctx, await loadWorkItem(ctx, itemId), [row])
  return answer
}

/** Locks the item, because a concurrent move to another project would change who receives its comments. */
async function lockItem(ctx: ProjectContext, id: string): Promise<ItemRow> {
  const [item] = await lockItems(ctx, [id])
  if (item === undefined) throw notFound('Issue not found')
  return item
}

async function setExternalId(
  ctx: ProjectContext,
  comment: CommentRecord,
  { external_source, external_id }: Patch,
): Promise<void> {
  const change = { external_source, external_id }
  await assertExternalIdAvailable(ctx, { table: 'work_item_comments', row: comment, change })
  if (external_source !== undefined) comment.external_source = external_source
  if (external_id !== undefined) comment.external_id = external_id
}

/**
 * Subscribes mentioned users to the item. `updated_at` of the item does not change, because a subscription must
 * not move the item in lists that are sorted by the last update.
 */
async function subscribeMentioned(ctx: ProjectContext, item: ItemRow, people: string[]): Promise<void> {
  const subscriber_ids = [...new Set([...item.subscriber_ids, ...withoutForgeUsers(people)])]
  await writeItems(ctx, [{ before: item, patch: { subscriber_ids } }], { edited: false })
}
