import { useAtomValue } from 'jotai'
import { CircleCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import { canComment } from '#common/work/comments/rules.ts'
import type { CommentRow } from '#common/work/comments/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { CommentThread } from '../../documents/comments/group-into-threads.ts'
import { Reply, useReplyDraft } from '../../documents/comments/Reply.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { useProjectActor } from '../../platform/person/roles.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { createItemCommentActions } from './actions.ts'
import { ItemComment } from './ItemComment.tsx'

/** Number of replies that are shown before the user expands the thread. */
const shownAtFirst = 5

interface ThreadViewProps {
  row: WorkItemRow
  thread: CommentThread<CommentRow>
  /** Id of the comment that the URL links to. */
  linked: string | null
}

/** A comment with its replies. A resolved thread is collapsed. */
export function ThreadView({ row, thread: { comment, replies }, linked }: ThreadViewProps) {
  const { t } = useTranslation()
  const mayReply = canComment(useProjectActor(row.project_id), row)
  const reply = useReplyDraft(comment.id)
  const isLinked = linked === comment.id || replies.some(({ id }) => id === linked)
  const [isUnfolded, setUnfolded] = useState(isLinked)
  const [showsAllReplies, setShowsAllReplies] = useState(isLinked)
  const hidden = showsAllReplies ? 0 : Math.max(0, replies.length - shownAtFirst)
  const onReply = mayReply ? reply.begin : undefined
  const isResolved = comment.resolved_at !== null
  return (
    <div className="comment-thread flex flex-col rounded-lg border border-line bg-sheet py-0.5">
      {isResolved && (
        <ResolvedThread
          comment={comment}
          replies={replies.length}
          isUnfolded={isUnfolded}
          onToggle={() => setUnfolded(!isUnfolded)}
        />
      )}
      {(!isResolved || isUnfolded) && (
        <>
          <ItemComment row={row} comment={comment} onReply={onReply} isLinked={linked === comment.id} />
          {hidden > 0 && (
            <Button
              size="sm"
              variant="ghost"
              className="ms-9 self-start"
              onClick={() => setShowsAllReplies(true)}
            >
              {t('comments.earlierReplies', { count: hidden })}
            </Button>
          )}
          {replies.length > 0 && (
            <ul className="flex flex-col border-line border-t">
              {replies.slice(hidden).map((one) => (
                <li key={one.id}>
                  <ItemComment row={row} comment={one} onReply={onReply} isLinked={linked === one.id} />
                </li>
              ))}
            </ul>
          )}
          {mayReply && (
            <Reply
              about={row}
              reply={reply}
              withButton={replies.length > 0}
              className="ms-1.5"
              onSend={(html) =>
                createItemCommentActions(row).say(html, { access: comment.access }, { parent_id: comment.id })
              }
            />
          )}
        </>
      )}
    </div>
  )
}

interface ResolvedThreadProps {
  comment: CommentRow
  replies: number
  isUnfolded: boolean
  onToggle: () => void
}

/**
 * The summary of a resolved thread. It contains the beginning of the comment, so that users can distinguish
 * several threads.
 */
function ResolvedThread({ comment, replies, isUnfolded, onToggle }: ResolvedThreadProps) {
  const { t } = useTranslation()
  const person = useAtomValue(tables.users.rowAtom(comment.resolved_by ?? ''))
  const name = displayNameOf(person) ?? t('workItems.unknownPerson')
  const words = useMemo(() => plainTextOf(comment.comment_html), [comment.comment_html])
  return (
    <div className="flex items-center gap-2 px-3 py-1 text-soft text-sm">
      <CircleCheck aria-hidden className="size-3.5 shrink-0 text-icon-faint" />
      <span className="shrink-0 max-w-[60%] truncate">{t('comments.resolvedBy', { name })}</span>
      {!isUnfolded && <span className="min-w-0 truncate text-faint">{words}</span>}
      {replies > 0 && (
        <span className="shrink-0 text-faint">{t('comments.replies', { count: replies })}</span>
      )}
      <Button
        data-fold
        size="sm"
        variant="ghost"
        className="ms-auto"
        aria-expanded={isUnfolded}
        onClick={onToggle}
      >
        {t(isUnfolded ? 'comments.hideResolved' : 'comments.showResolved')}
      </Button>
    </div>
  )
}

function plainTextOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.trim()
}
