import { useAtomValue } from 'jotai'
import { CircleCheck, RotateCcw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { Reply, useReplyDraft } from '../../../documents/comments/Reply.tsx'
import { useTranslation } from '../../../locales/i18n.ts'
import { store, tables } from '../../../platform/app/sync.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { cx } from '../../../platform/ui/cx.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import { pageCommentActions } from './actions.ts'
import {
  activeThreadAtom,
  hoveredThreadAtom,
  type PageThread,
  pageCommentRightsAtom,
  pageTextActionsAtom,
} from './atoms.ts'
import { CommentedQuote } from './CommentedQuote.tsx'
import { PageCommentView, pageCommentTarget } from './PageCommentView.tsx'

interface ThreadCardProps {
  page: PageRow
  thread: PageThread
  isRemoved: boolean
}

/** A comment thread with its quoted text, comments and reply field. */
export function ThreadCard({ page, thread: { comment, replies }, isRemoved }: ThreadCardProps) {
  const { t } = useTranslation()
  const card = useRef<HTMLElement>(null)
  const rights = useAtomValue(pageCommentRightsAtom(page.id))
  const isActive = useAtomValue(activeThreadAtom)?.id === comment.id
  const isHovered = useAtomValue(hoveredThreadAtom) === comment.id
  const reply = useReplyDraft(comment.id)
  const isResolved = comment.resolved_at !== null
  useScrollIntoView(card, comment.id)
  const activate = () => {
    if (store.get(activeThreadAtom)?.id !== comment.id)
      store.set(activeThreadAtom, { id: comment.id, from: 'pane' })
  }
  const toggleResolved = () => {
    const next = nextFocusTarget(card.current)
    void pageCommentActions(page).setResolved(comment, !isResolved)
    // The thread disappears from this list, so the focus moves to the next thread.
    requestAnimationFrame(() => next?.focus())
  }
  return (
    // The card needs no handler for Enter, because keyboard users focus the card, and the focus activates it like a
    // click.
    <article
      ref={card}
      tabIndex={-1}
      data-thread={comment.id}
      aria-label={t('pages.comments.threadOn', { quote: comment.anchor.quote })}
      aria-current={isActive || undefined}
      onClick={activate}
      onFocus={activate}
      onMouseEnter={() => store.set(hoveredThreadAtom, comment.id)}
      onMouseLeave={() => store.set(hoveredThreadAtom, null)}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        store.get(pageTextActionsAtom)?.focus()
      }}
      className={cx(
        'flex scroll-my-4 flex-col rounded-lg border bg-sheet py-1 outline-none transition-[border-color,box-shadow] focus-visible:border-accent',
        isActive ? 'border-line-strong shadow-float' : 'border-line',
        isHovered && 'border-line-strong',
      )}
    >
      <header className="flex items-center gap-2 px-3 pt-1.5">
        <div className="min-w-0 flex-1">
          <CommentedQuote text={comment.anchor.quote} isRemoved={isRemoved} />
        </div>
        {rights.resolve(comment) && (
          <IconButton
            size="sm"
            label={t(isResolved ? 'pages.comments.reopen' : 'pages.comments.resolve')}
            icon={isResolved ? <RotateCcw /> : <CircleCheck />}
            onClick={toggleResolved}
          />
        )}
      </header>
      {isRemoved && <p className="px-3 pt-1 text-faint text-sm">{t('pages.comments.textRemoved')}</p>}
      {isResolved && <ResolvedBy id={comment.resolved_by} />}
      <PageCommentView page={page} comment={comment} />
      {replies.length > 0 && (
        <ul className="flex flex-col">
          {replies.map((one) => (
            <li key={one.id}>
              <PageCommentView page={page} comment={one} />
            </li>
          ))}
        </ul>
      )}
      {rights.comment && (
        <Reply
          about={pageCommentTarget(page)}
          reply={reply}
          className="ms-1"
          onSend={(html) => pageCommentActions(page).say(html, {}, { parent_id: comment.id })}
        />
      )}
    </article>
  )
}

function ResolvedBy({ id }: { id: string | null }) {
  const { t } = useTranslation()
  const person = useAtomValue(tables.users.rowAtom(id ?? ''))
  return (
    <p className="flex items-center gap-1.5 px-3 pt-1 text-soft text-sm">
      <CircleCheck aria-hidden className="size-3.5 shrink-0 text-icon-faint" />
      <span className="truncate">
        {t('comments.resolvedBy', { name: displayNameOf(person) ?? t('workItems.unknownPerson') })}
      </span>
    </p>
  )
}

/**
 * Scrolls the card into view if its thread was activated in the text or by a link. If requested, the card
 * also receives the focus.
 */
function useScrollIntoView(card: React.RefObject<HTMLElement | null>, id: string): void {
  const active = useAtomValue(activeThreadAtom)
  useEffect(() => {
    if (active?.id !== id || active.from === 'pane') return
    card.current?.scrollIntoView({ block: 'nearest' })
    if (!active.takesFocus) return
    card.current?.focus()
    // The pane takes the focus one frame after its focused element was removed, so the focus is set again
    // after that.
    requestAnimationFrame(() => {
      if (document.activeElement?.contains(card.current)) card.current?.focus()
    })
  }, [active, id, card])
}

/** Returns the next thread, otherwise the previous one, otherwise the filter control. */
function nextFocusTarget(card: HTMLElement | null): HTMLElement | null | undefined {
  const section = card?.closest('section')
  const all = [...(section?.querySelectorAll<HTMLElement>('[data-thread]') ?? [])]
  const at = card === null ? -1 : all.indexOf(card)
  return (
    all[at + 1] ??
    all[at - 1] ??
    section?.parentElement?.parentElement?.querySelector<HTMLElement>('[role=toolbar] [aria-pressed=true]')
  )
}
