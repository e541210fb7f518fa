import type { Editor } from '@tiptap/core'
import { useAtom, useAtomValue } from 'jotai'
import { MessageSquareText } from 'lucide-react'
import { useEffect } from 'react'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { useHotkey } from '../../../platform/ui/hotkeys.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../../platform/ui/loadable.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { pageRightsAtom } from '../atoms.ts'
import { pageShortcuts } from '../shortcuts.ts'
import {
  activeThreadAtom,
  commentsPaneOpenAtom,
  hoveredThreadAtom,
  newThreadAtom,
  pageCommentRightsAtom,
  pageThreadsAtom,
  pendingPageTextActionAtom,
  runPageTextActionAtom,
  threadFilterAtom,
} from './atoms.ts'

const highlights = loadable(() =>
  import('./CommentHighlights.tsx').then(({ CommentHighlights }) => CommentHighlights),
)

/** Button that toggles the comments pane, and the highlights in the text. */
export function PageComments({ page, editor }: { page: PageRow; editor: Editor | null }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useAtom(commentsPaneOpenAtom)
  const threads = useAtomValue(pageThreadsAtom(page.id))
  const rights = useAtomValue(pageCommentRightsAtom(page.id))
  const { write } = useAtomValue(pageRightsAtom(page.id))
  const count = threads.filter(({ comment }) => comment.resolved_at === null).length
  const label = count === 0 ? t('pages.comments.title') : t('pages.comments.titleOpen', { count })
  useLinkedComment(page.id)
  useEffect(() => resetComments, [])
  const group = t('pages.page')
  useHotkey(pageShortcuts.comment, () => startComment(t('pages.comments.selectFirst'), rights.comment), {
    enabled: editor !== null,
    whileTyping: true,
    group,
    description: t('pages.comments.commentOn'),
  })
  const steps = { enabled: editor !== null && count > 0, whileTyping: true, group }
  useHotkey(pageShortcuts.nextThread, () => store.set(runPageTextActionAtom, (text) => text.step(1)), {
    ...steps,
    description: t('pages.comments.next'),
  })
  useHotkey(pageShortcuts.previousThread, () => store.set(runPageTextActionAtom, (text) => text.step(-1)), {
    ...steps,
    description: t('pages.comments.previous'),
  })
  return (
    <>
      <span className="relative">
        <IconButton
          data-page-comments
          label={label}
          icon={<MessageSquareText />}
          pressed={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {count > 0 && (
          <span
            aria-hidden
            className="-top-0.5 -end-1 pointer-events-none absolute grid h-3.5 min-w-3.5 place-items-center rounded-full bg-accent px-1 font-strong text-on-accent text-xs tabular"
          >
            {count}
          </span>
        )}
      </span>
      {editor && (
        <LazyComponent
          part={highlights}
          props={{ editor, pageId: page.id, withButton: !write && rights.comment }}
        />
      )}
    </>
  )
}

/** Starts a comment on the selected text. Without a selection, it opens the thread at the caret. */
function startComment(hint: string, canComment: boolean): void {
  store.set(runPageTextActionAtom, (text) => {
    const id = text.threadAtCaret()
    if (id !== null) {
      store.set(activeThreadAtom, { id, from: 'text', takesFocus: true })
      store.set(commentsPaneOpenAtom, true)
    } else if (canComment && !text.begin()) toast.message(hint, { id: 'select-first' })
  })
}

/** Resets the comments state when the user leaves the page. */
function resetComments(): void {
  store.set(pendingPageTextActionAtom, null)
  store.set(newThreadAtom, null)
  store.set(activeThreadAtom, null)
  store.set(hoveredThreadAtom, null)
  store.set(threadFilterAtom, 'open')
}

/** Opens the thread of a linked comment as soon as the comments have loaded. */
function useLinkedComment(pageId: string): void {
  const threads = useAtomValue(pageThreadsAtom(pageId))
  const hasThreads = threads.length > 0
  useEffect(() => {
    if (!hasThreads) return
    const open = () => {
      const id = /^#comment-([\w-]+)$/.exec(location.hash)?.[1]
      const linked = store
        .get(pageThreadsAtom(pageId))
        .find(({ comment, replies }) => comment.id === id || replies.some((reply) => reply.id === id))
      if (linked === undefined) return
      store.set(threadFilterAtom, linked.comment.resolved_at === null ? 'open' : 'resolved')
      store.set(activeThreadAtom, { id: linked.comment.id, from: 'link' })
      store.set(commentsPaneOpenAtom, true)
    }
    open()
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [hasThreads, pageId])
}
