import type { CallName } from '#common/calls.ts'
import { newId } from '#common/platform/ids.ts'
import type { CommentRow } from '#common/work/comments/schema.ts'
import { reactionCodeToEmoji } from '#common/work/reactions/rules.ts'
import type { ReactionRow } from '#common/work/reactions/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../locales/i18n.ts'
import { mutate, store } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { type AnyMutation, type Mutation, toAnyMutation } from '../../platform/sync/mutation.ts'
import { reactionGroupsAtom } from './atoms.ts'

type Sent = { [C in CallName]: Pick<Mutation<C>, 'call' | 'input'> }[CallName]

/** The item or comment that receives a reaction, with the calls that add and remove it. */
export interface ReactionTarget {
  of: Pick<ReactionRow, 'workspace_id' | 'project_id' | 'issue_id' | 'comment_id'>
  adding: (body: Pick<ReactionRow, 'id' | 'reaction'>) => Sent
  removing: (reaction: string) => Sent
}

export function reactionTargetOfItem({ id, workspace_id, project_id }: WorkItemRow): ReactionTarget {
  const params = () => ({ slug: currentSlug(), project_id, id })
  return {
    of: { workspace_id, project_id, issue_id: id, comment_id: null },
    adding: (body) => ({ call: 'addReaction', input: { params: params(), body } }),
    removing: (reaction) => ({ call: 'removeReaction', input: { params: { ...params(), reaction } } }),
  }
}

export function reactionTargetOfComment({
  id,
  workspace_id,
  project_id,
  issue_id,
}: CommentRow): ReactionTarget {
  const params = () => ({ slug: currentSlug(), project_id, comment_id: id })
  return {
    of: { workspace_id, project_id, issue_id, comment_id: id },
    adding: (body) => ({ call: 'addCommentReaction', input: { params: params(), body } }),
    removing: (reaction) => ({ call: 'removeCommentReaction', input: { params: { ...params(), reaction } } }),
  }
}

/**
 * Adds the user's reaction, or removes it if it exists. A second click reverts the first, so the toast offers
 * no Undo.
 */
export async function toggleReaction(target: ReactionTarget, reaction: string): Promise<void> {
  const id = target.of.comment_id ?? target.of.issue_id
  const mine = store.get(reactionGroupsAtom(id)).find((group) => group.reaction === reaction)?.mine
  const mutation = mine === undefined ? adding(target, reaction) : removing(target, mine)
  // The queue key prevents the second of two quick presses from overtaking the first.
  await mutate(toAnyMutation({ ...mutation, queueKey: `reaction ${id} ${reaction}` } as Mutation<CallName>))
}

function adding(target: ReactionTarget, reaction: string): AnyMutation {
  const id = newId()
  const row: ReactionRow = {
    ...target.of,
    id,
    actor: getMyId(),
    reaction,
    created_at: new Date().toISOString(),
  }
  return {
    ...target.adding({ id, reaction }),
    changes: [{ entity: 'reactions', id, op: 'create', fields: { ...row } }],
    answerTable: 'reactions',
    message: t('reactions.added', { emoji: reactionCodeToEmoji(reaction) }),
  } as AnyMutation
}

function removing(target: ReactionTarget, { id, reaction }: ReactionRow): AnyMutation {
  return {
    ...target.removing(reaction),
    changes: [{ entity: 'reactions', id, op: 'delete', fields: {} }],
    message: t('reactions.removed', { emoji: reactionCodeToEmoji(reaction) }),
  } as AnyMutation
}
