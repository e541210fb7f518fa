import { useAtomValue } from 'jotai'
import { CircleCheck, Globe, Lock, Reply, RotateCcw } from 'lucide-react'
import { canChangeComment, canResolveThread } from '#common/documents/comments/rules.ts'
import { canComment } from '#common/work/comments/rules.ts'
import type { CommentRow } from '#common/work/comments/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { CommentView } from '../../documents/comments/CommentView.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { useCanReactToItem, useProjectActor } from '../../platform/person/roles.ts'
import { cx } from '../../platform/ui/cx.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { reactionTargetOfComment } from '../reactions/actions.ts'
import { reactionGroupsAtom } from '../reactions/atoms.ts'
import { Reactions } from '../reactions/Reactions.tsx'
import { getItemPath } from '../work-items/actions.ts'
import { createItemCommentActions } from './actions.ts'

interface ItemCommentProps {
  row: WorkItemRow
  comment: CommentRow
  /** Opens the reply field. Is undefined if users cannot reply to the comment. */
  onReply?: (() => void) | undefined
  isLinked: boolean
}

/** A comment on an item, with its reactions and its visibility (internal or public). */
export function ItemComment({ row, comment, onReply, isLinked }: ItemCommentProps) {
  const { t } = useTranslation()
  const actor = useProjectActor(row.project_id)
  const canReact = useCanReactToItem(row)
  const hasReactions = useAtomValue(reactionGroupsAtom(comment.id)).length > 0
  const reactions = <Reactions target={reactionTargetOfComment(comment)} canReact={canReact} />
  const mayWrite = canComment(actor, row)
  const mayChange = canChangeComment(actor, comment)
  const isInternal = comment.access === 'INTERNAL'
  const actions = createItemCommentActions(row)
  return (
    <CommentView
      comment={comment}
      about={row}
      path={`${getItemPath(row)}#comment-${comment.id}`}
      hasLink
      id={`comment-${comment.id}`}
      className={cx('scroll-my-16 rounded-md px-3 py-2 outline-none', isLinked && 'comment-linked')}
      rights={{ edit: mayWrite && mayChange, remove: mayChange }}
      actions={actions}
      next={nextFocusTarget}
      badge={
        !isInternal && (
          <Globe role="img" aria-label={t('comments.access.EXTERNAL')} className="size-3.5 text-icon-faint" />
        )
      }
      tools={
        <>
          {!hasReactions && reactions}
          {onReply && <IconButton size="sm" label={t('comments.reply')} icon={<Reply />} onClick={onReply} />}
        </>
      }
      first={
        mayWrite &&
        comment.parent_id === null &&
        canResolveThread(actor, comment) && <Resolve row={row} comment={comment} />
      }
      more={
        mayWrite &&
        mayChange && (
          <MenuItem
            icon={isInternal ? <Globe /> : <Lock />}
            onSelect={() => void actions.setAccess(comment, isInternal ? 'EXTERNAL' : 'INTERNAL')}
          >
            {t(isInternal ? 'comments.makeExternal' : 'comments.makeInternal')}
          </MenuItem>
        )
      }
      below={hasReactions && <div className="pt-1.5">{reactions}</div>}
    />
  )
}

function Resolve({ row, comment }: { row: WorkItemRow; comment: CommentRow }) {
  const { t } = useTranslation()
  const isOpen = comment.resolved_at === null
  const toggleResolved = () => {
    const thread = document.getElementById(`comment-${comment.id}`)?.closest('.comment-thread')
    void createItemCommentActions(row).setResolved(comment, isOpen)
    // Resolving collapses the thread, which removes the focused element. The focus therefore moves to the
    // button that expands the thread.
    if (isOpen) requestAnimationFrame(() => thread?.querySelector<HTMLElement>('[data-fold]')?.focus())
  }
  return (
    <MenuItem icon={isOpen ? <CircleCheck /> : <RotateCcw />} onSelect={toggleResolved}>
      {t(isOpen ? 'comments.resolve' : 'comments.reopen')}
    </MenuItem>
  )
}

/**
 * Returns the element that takes the focus after a deletion: the actions of the next or previous comment, or else the comment
 * field.
 */
function nextFocusTarget(comment: HTMLElement): HTMLElement | null | undefined {
  const section = comment.closest('section')
  const all = [...(section?.querySelectorAll<HTMLElement>('[data-actions]') ?? [])]
  const at = all.findIndex((one) => comment.contains(one))
  return all[at + 1] ?? all[at - 1] ?? section?.querySelector('[data-write], [contenteditable="true"]')
}
