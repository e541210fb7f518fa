import { isOwnComment } from '#common/documents/comments/rules.ts'
import type { pageCommentCalls } from '#common/pages/page-comments/calls.ts'
import { canCommentOnPage } from '#common/pages/page-comments/rules.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { invalid } from '#common/platform/errors.ts'
import { createCommentCommands } from '../../documents/comments/commands.ts'
import { pageActor } from '../pages/container.ts'
import { loadPage } from '../pages/load.ts'
import { validateCommentAnchor } from './anchor.ts'
import { PageCommentEntity } from './entity.ts'
import { presentPageComments } from './queries.ts'

type Input = BodyOf<typeof pageCommentCalls.createPageComment>

export const pageCommentCommands = createCommentCommands({
  entity: PageCommentEntity,
  load: (ctx, id, { isLocked }) => loadPage(ctx, id, { isChanged: isLocked }),
  owned: ({ id }) => ({ page_id: id }),
  canComment: (ctx, page) => canCommentOnPage(pageActor(ctx), page),
  // Nobody can edit a comment of another user, not even an admin.
  canEdit: isOwnComment,
  begin: (page, input: Input) => ({
    project_ids: page.project_ids,
    page_access: page.access,
    page_owned_by: page.owned_by,
    page_shares: page.shares,
    anchor: anchorOf(input),
  }),
  present: presentPageComments,
})

/** Returns the anchor of a new comment. The first comment of a thread has an anchor, and a reply has none. */
function anchorOf({ parent_id, anchor }: Input) {
  if (parent_id != null) return null
  if (anchor == null) throw invalid('anchor', 'Select the text of the thread.')
  return validateCommentAnchor(anchor)
}
