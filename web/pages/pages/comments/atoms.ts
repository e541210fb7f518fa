import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { canChangeComment, canResolveThread, isOwnComment } from '#common/documents/comments/rules.ts'
import { canCommentOnPage } from '#common/pages/page-comments/rules.ts'
import type { PageCommentAnchor, PageCommentRow } from '#common/pages/page-comments/schema.ts'
import { type CommentThread, groupIntoThreads } from '../../../documents/comments/group-into-threads.ts'
import { tables } from '../../../platform/app/sync.ts'
import { pageActorAtom } from '../atoms.ts'
import type { CommentedRange } from './anchors.ts'

/** A thread with its anchor. */
export interface PageThread extends CommentThread<PageCommentRow> {
  comment: PageCommentRow & { anchor: PageCommentAnchor }
}

const byPageAtom = atom((get) => Map.groupBy(get(tables.page_comments.allAtom), (row) => row.page_id))

export const pageThreadsAtom = atomFamily((pageId: string) =>
  atom((get): PageThread[] =>
    groupIntoThreads(get(byPageAtom).get(pageId) ?? []).flatMap(({ comment: { anchor, ...row }, replies }) =>
      anchor === null ? [] : { comment: { ...row, anchor }, replies },
    ),
  ),
)

const nothing = { comment: false, edit: () => false, remove: () => false, resolve: () => false }

/** Permissions of the current user for the comments of a page, by the same rules as on the server. */
export const pageCommentRightsAtom = atomFamily((pageId: string) =>
  atom((get) => {
    const page = get(tables.pages.rowAtom(pageId))
    const actor = get(pageActorAtom(pageId))
    const isClosed = page?.project_ids.some((id) => get(tables.projects.rowAtom(id))?.archived_at != null)
    if (page === undefined || page.project_ids.length === 0 || actor === null || isClosed) return nothing
    const comment = canCommentOnPage(actor, page)
    return {
      comment,
      edit: (row: PageCommentRow) => comment && isOwnComment(actor, row),
      remove: (row: PageCommentRow) => canChangeComment(actor, row),
      resolve: (row: PageCommentRow) => comment && canResolveThread(actor, row),
    }
  }),
)

/** True while the comments pane is open. On a phone it covers the text. */
export const commentsPaneOpenAtom = atom(false)

/** The space in pixels between a floating pane and the top and bottom edges of the page area. */
export interface FloatingPanePosition {
  top: number
  bottom: number
}

/** Position of a pane that floats above the text. Null while the pane is beside the text. */
export const floatingPanePositionAtom = atom<FloatingPanePosition | null>(null)

type ThreadFilter = 'open' | 'resolved'
export const threadFilterAtom = atom<ThreadFilter>('open')

interface Active {
  id: string
  /**
   * The part of the screen in which the user activated the thread. That part does not scroll to the thread,
   * because the thread is visible there.
   */
  from: 'text' | 'pane' | 'link'
  takesFocus?: boolean
}

/** The comment thread that the user has activated, or null. */
export const activeThreadAtom = atom<Active | null>(null)

/** The thread under the pointer, in the text or in the pane. */
export const hoveredThreadAtom = atom<string | null>(null)

/** The new thread that the user is writing. */
export const newThreadAtom = atom<{ page_id: string; anchor: PageCommentAnchor } | null>(null)

/** Range of each thread's text; null for a thread whose text was removed. The atom is null before the editor has loaded. */
export const threadRangesAtom = atom<ReadonlyMap<string, CommentedRange | null> | null>(null)

/**
 * True once the ranges of the threads are known. Unlike `threadRangesAtom`, this atom does not change when an edit
 * shifts the ranges, so components that use it are not rendered again.
 */
export const areThreadRangesKnownAtom = atom((get) => get(threadRangesAtom) !== null)

/** True if the text to which the active thread refers still exists. */
export const isActiveThreadAnchoredAtom = atom((get) =>
  Boolean(get(threadRangesAtom)?.get(get(activeThreadAtom)?.id ?? '')),
)

/** Actions of the page's editor that the comments pane uses; null before the editor has loaded. */
interface TextOfPage {
  /** Starts a thread on the selection. Returns false if nothing is selected. */
  begin: () => boolean
  /** Returns the id of the thread at the caret, or null. */
  threadAtCaret: () => string | null
  /** Moves to the next or previous thread. */
  step: (by: 1 | -1) => void
  focus: () => void
  /**
   * Puts the caret after the text to which the new thread refers, so that the user can continue to write.
   * Returns false if the text cannot be edited.
   */
  goOn: () => boolean
}
export const pageTextActionsAtom = atom<TextOfPage | null>(null)

/** An action that was requested before the editor had loaded. It runs when the editor has loaded. */
export const pendingPageTextActionAtom = atom<{ act: (text: TextOfPage) => void } | null>(null)

/** Runs an action on the page's text: immediately if the editor has loaded, or otherwise as soon as it has. */
export const runPageTextActionAtom = atom(null, (get, set, act: (text: TextOfPage) => void) => {
  const text = get(pageTextActionsAtom)
  if (text === null) set(pendingPageTextActionAtom, { act })
  else act(text)
})
