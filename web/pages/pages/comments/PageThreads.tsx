import { atom, useAtomValue } from 'jotai'
import { CircleCheck, MessageSquareText } from 'lucide-react'
import { useMemo } from 'react'
import type { PageCommentAnchor } from '#common/pages/page-comments/schema.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { Composer } from '../../../documents/comments/Composer.tsx'
import { useTranslation } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { LoadError } from '../../../platform/shell/LoadError.tsx'
import type { LoadState } from '../../../platform/shell/use-load-state.ts'
import { EmptyState } from '../../../platform/ui/EmptyState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { pageCommentActions } from './actions.ts'
import {
  activeThreadAtom,
  areThreadRangesKnownAtom,
  newThreadAtom,
  type PageThread,
  pageCommentRightsAtom,
  pageTextActionsAtom,
  pageThreadsAtom,
  threadFilterAtom,
  threadRangesAtom,
} from './atoms.ts'
import { CommentedQuote } from './CommentedQuote.tsx'
import { pageCommentTarget } from './PageCommentView.tsx'
import { ThreadCard } from './ThreadCard.tsx'

interface PageThreadsProps {
  page: PageRow
  loaded: LoadState
}

/**
 * Lists the comment threads of a page in the order of the commented texts. Threads whose text was removed come
 * last.
 */
export function PageThreads({ page, loaded: { status, retry } }: PageThreadsProps) {
  const { t } = useTranslation()
  const rights = useAtomValue(pageCommentRightsAtom(page.id))
  const draft = useAtomValue(newThreadAtom)
  const filter = useAtomValue(threadFilterAtom)
  const all = useAtomValue(pageThreadsAtom(page.id))
  const areKnown = useAtomValue(areThreadRangesKnownAtom)
  const order = useAtomValue(useMemo(() => orderAtom(), []))
  const isDrafting = draft?.page_id === page.id && rights.comment
  const threads = all
    .filter(({ comment }) => (comment.resolved_at !== null) === (filter === 'resolved'))
    .toSorted((a, b) => orderIndexOf(order, a) - orderIndexOf(order, b))
  const isEmpty = threads.length === 0 && !isDrafting
  if (status === 'loading' && all.length === 0 && !isDrafting) return <Loading />
  if (status === 'error' && all.length === 0) return <LoadError compact onRetry={retry} />
  return (
    <section aria-label={t('pages.comments.threads')} className="flex min-h-full flex-col gap-2 p-3">
      {isDrafting && <Draft page={page} anchor={draft.anchor} />}
      {!rights.comment && page.archived_at !== null && (
        <p role="status" className="px-1 pb-1 text-pretty text-soft">
          {t('pages.comments.archived')}
        </p>
      )}
      {isEmpty && (
        <EmptyState
          compact
          icon={filter === 'open' ? <MessageSquareText /> : <CircleCheck />}
          title={t(`pages.comments.empty.${filter}`)}
          text={filter === 'open' && rights.comment ? t('pages.comments.empty.how') : undefined}
        />
      )}
      {threads.map((thread) => (
        <ThreadCard
          key={thread.comment.id}
          page={page}
          thread={thread}
          isRemoved={areKnown && !order.includes(thread.comment.id)}
        />
      ))}
    </section>
  )
}

/**
 * Ids of threads in text order. The array stays the same object while the order is the same, so that components do
 * not rerender.
 */
function orderAtom() {
  let before: readonly string[] = []
  return atom((get) => {
    const ranges = [...(get(threadRangesAtom) ?? [])].flatMap(([id, range]) =>
      range ? { id, ...range } : [],
    )
    const now = ranges.sort((a, b) => a.from - b.from || a.to - b.to).map(({ id }) => id)
    if (now.join() !== before.join()) before = now
    return before
  })
}

function orderIndexOf(order: readonly string[], { comment }: PageThread): number {
  const at = order.indexOf(comment.id)
  return at === -1 ? order.length : at
}

/** The form to write the first comment of a new thread. */
function Draft({ page, anchor }: { page: PageRow; anchor: PageCommentAnchor }) {
  const { t } = useTranslation()
  const begin = async (html: string) => {
    const id = newId()
    const continues = store.get(pageTextActionsAtom)?.goOn() === true
    store.set(newThreadAtom, null)
    const taken = pageCommentActions(page).say(html, { anchor }, { id })
    store.set(activeThreadAtom, continues ? { id, from: 'pane' } : { id, from: 'link', takesFocus: true })
    const isTaken = await taken
    // If sending failed, shows the composer again so that the user can retry. The timeout is needed because
    // the composer first stores its text as a draft.
    if (!isTaken) setTimeout(() => store.set(newThreadAtom, { page_id: page.id, anchor }))
    return isTaken
  }
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line-strong bg-sheet p-2 shadow-float">
      <CommentedQuote text={anchor.quote} />
      <Composer
        about={pageCommentTarget(page)}
        draftKey={`page ${page.id}`}
        label={t('pages.comments.comment')}
        placeholder={t('comments.placeholder')}
        sendLabel={t('pages.comments.comment')}
        takesFocus
        onCancel={() => {
          store.set(newThreadAtom, null)
          store.get(pageTextActionsAtom)?.focus()
        }}
        onSend={begin}
      />
    </div>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div aria-busy role="status" aria-label={t('ui.loading')} className="flex flex-col gap-3 p-4">
      <Skeleton className="h-3 w-2/5" />
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-3 w-4/5" />
    </div>
  )
}
