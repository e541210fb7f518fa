import { useAtomValue } from 'jotai'
import { CircleCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import { canComment } from '#common/work/comments/rules.ts'
import type { CommentRow } from '#common/work/comments/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { useActor } from '../../platform/person/may.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { holdKeys } from '../../platform/ui/early-keys.ts'
import { say } from './actions.ts'
import type { Thread } from './atoms.ts'
import { CommentView } from './CommentView.tsx'
import { Composer } from './Composer.tsx'
import { draftAt } from './drafts.ts'
import './comments.css'

/** So many of the last replies are shown until one asks for the others. */
const shownAtFirst = 5

interface ThreadViewProps {
  row: WorkItemRow
  thread: Thread
  /** The comment that a link leads to. */
  linked: string | null
}

/** A comment and the replies to it. One that is settled is folded. */
export function ThreadView({ row, thread: { comment, replies }, linked }: ThreadViewProps) {
  const { t } = useTranslation()
  const mayReply = canComment(useActor(row.project_id), row)
  const place = `reply ${comment.id}`
  const [isReplying, setReplying] = useState(() => draftAt(place) !== '')
  const isLinkedHere = linked === comment.id || replies.some(({ id }) => id === linked)
  const [isUnfolded, setUnfolded] = useState(isLinkedHere)
  const [isWhole, setWhole] = useState(isLinkedHere)
  const hidden = isWhole ? 0 : Math.max(0, replies.length - shownAtFirst)
  const reply = () => {
    // What is typed before the editor is here is meant for it.
    holdKeys()
    setReplying(true)
  }
  const onReply = mayReply ? reply : undefined
  const isSettled = comment.resolved_at !== null
  return (
    <div className="comment-thread flex flex-col rounded-lg border border-line bg-sheet py-0.5">
      {isSettled && (
        <Settled
          comment={comment}
          replies={replies.length}
          isUnfolded={isUnfolded}
          onToggle={() => setUnfolded(!isUnfolded)}
        />
      )}
      {(!isSettled || isUnfolded) && (
        <>
          <CommentView row={row} comment={comment} onReply={onReply} isLinked={linked === comment.id} />
          {hidden > 0 && (
            <Button size="sm" variant="ghost" className="ml-9 self-start" onClick={() => setWhole(true)}>
              {t('comments.earlierReplies', { count: hidden })}
            </Button>
          )}
          {replies.length > 0 && (
            <ul className="flex flex-col border-line border-t">
              {replies.slice(hidden).map((reply) => (
                <li key={reply.id}>
                  <CommentView row={row} comment={reply} onReply={onReply} isLinked={linked === reply.id} />
                </li>
              ))}
            </ul>
          )}
          {isReplying && mayReply ? (
            <div className="px-2 pb-1.5">
              <Composer
                row={row}
                place={place}
                label={t('comments.reply')}
                placeholder={t('comments.replyPlaceholder')}
                sendLabel={t('comments.sendReply')}
                takesFocus
                onCancel={() => setReplying(false)}
                onSend={(html) => say(row, { html, access: comment.access, parent_id: comment.id })}
              />
            </div>
          ) : (
            mayReply &&
            replies.length > 0 && (
              <Button
                size="sm"
                variant="ghost"
                className="mb-0.5 ml-1.5 self-start text-faint"
                onClick={reply}
              >
                {t('comments.replyPlaceholder')}
              </Button>
            )
          )}
        </>
      )}
    </div>
  )
}

interface SettledProps {
  comment: CommentRow
  replies: number
  isUnfolded: boolean
  onToggle: () => void
}

/** Who settled it, and how it began, or several would look the same. */
function Settled({ comment, replies, isUnfolded, onToggle }: SettledProps) {
  const { t } = useTranslation()
  const person = useAtomValue(tables.users.rowAtom(comment.resolved_by ?? ''))
  const name = person?.display_name ?? t('workItems.unknownPerson')
  const words = useMemo(() => wordsOf(comment.comment_html), [comment.comment_html])
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
        className="ml-auto"
        aria-expanded={isUnfolded}
        onClick={onToggle}
      >
        {t(isUnfolded ? 'comments.hideResolved' : 'comments.showResolved')}
      </Button>
    </div>
  )
}

function wordsOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.trim()
}
