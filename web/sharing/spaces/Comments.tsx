import { useCallback, useState } from 'react'
import { publicCommentsPageSize } from '#common/sharing/publish/rules.ts'
import type { PublicComment, PublishedBoard } from '#common/sharing/publish/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { NotLoadedError } from '../../platform/shell/NotLoadedError.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { PublicCommentForm } from './PublicCommentForm.tsx'
import { PublicCommentView } from './PublicCommentView.tsx'
import { SignInToTakePart } from './SignInToTakePart.tsx'
import { runOrShowError, showRequestError } from './take-part.ts'
import { plainTextToHtml } from './words.ts'

interface CommentsProps {
  board: PublishedBoard
  itemId: string
  isSignedIn: boolean | undefined
  /** Called with 1 after a comment was added, and with -1 after one was deleted. */
  onCount: (by: number) => void
}

/** The public comments of an item, and a form to add one. */
export function Comments({ board, itemId, isSignedIn, onCount }: CommentsProps) {
  const { t } = useTranslation()
  const { anchor } = board
  const [comments, setComments] = useState<PublicComment[] | null>(null)
  const [hasEarlier, setHasEarlier] = useState(false)
  const read = useCallback(
    async (before?: string) => {
      const query = before === undefined ? {} : { before }
      const found = await request('listPublishedComments', { params: { anchor, issue_id: itemId }, query })
      setHasEarlier(found.length === publicCommentsPageSize)
      setComments((now) => [...found, ...(before === undefined ? [] : (now ?? []))])
    },
    [anchor, itemId],
  )
  const { status, retry } = useLoadState(useCallback(() => read(), [read]))

  function add(words: string): Promise<boolean> {
    return runOrShowError(async () => {
      const params = { anchor, issue_id: itemId }
      const comment = await request('addPublishedComment', {
        params,
        body: { comment_html: plainTextToHtml(words) },
      })
      setComments((now) => [...(now ?? []), comment])
      onCount(1)
    })
  }

  function change(id: string, next: PublicComment | null): void {
    setComments((now) => (now ?? []).flatMap((one) => (one.id === id ? (next ?? []) : one)))
    if (next === null) onCount(-1)
  }

  return (
    <section aria-label={t('spaces.comments')} className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="font-strong">{t('spaces.comments')}</h3>
      {(status === 'error' || status === 'no_access') && <NotLoadedError compact onRetry={retry} />}
      {status === 'loading' && comments === null && <Skeleton className="h-16" />}
      {hasEarlier && (
        <Button
          size="sm"
          className="self-start"
          onClick={() => void read(comments?.[0]?.id).catch(showRequestError)}
        >
          {t('comments.earlier')}
        </Button>
      )}
      {comments?.length === 0 && <p className="text-soft">{t('spaces.noComments')}</p>}
      {comments !== null && comments.length > 0 && (
        <ul className="flex flex-col gap-4">
          {comments.map((comment) => (
            <PublicCommentView
              key={comment.id}
              board={board}
              itemId={itemId}
              comment={comment}
              takesPart={isSignedIn === true}
              onChange={(next) => change(comment.id, next)}
            />
          ))}
        </ul>
      )}
      {isSignedIn === true && <PublicCommentForm place={itemId} onSend={add} />}
      {isSignedIn === false && <SignInToTakePart />}
    </section>
  )
}
