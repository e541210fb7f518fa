import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { canChangeComment, canResolveThread, isOwnComment } from '#common/documents/comments/rules.ts'
import { canCommentOnPage } from '#common/pages/page-comments/rules.ts'
import type { PageAnchor, PageCommentRow } from '#common/pages/page-comments/schema.ts'
import { type Thread, threadsOf } from '../../../documents/comments/threads.ts'
import { tables } from '../../../platform/app/sync.ts'
import { pageActorAtom } from '../atoms.ts'
import type { TextRange } from './anchors.ts'

/** A thread, with the text that it is about. */
export interface PageThread extends Thread<PageCommentRow> {
  comment: PageCommentRow & { anchor: PageAnchor }
}

const byPageAtom = atom((get) => Map.groupBy(get(tables.page_comments.allAtom), (row) => row.page_id))

export const pageThreadsAtom = atomFamily((pageId: string) =>
  atom((get): PageThread[] =>
    threadsOf(get(byPageAtom).get(pageId) ?? []).flatMap(({ comment: { anchor, ...row }, replies }) =>
      anchor === null ? [] : { comment: { ...row, anchor }, replies },
    ),
  ),
)

const nothing = { comment: false, edit: () => false, remove: () => false, resolve: () => false }

/** What the person may do with what is said of a page, by the rules that the server asks. */
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

/** Whether the comments of pages are beside the text; on a phone over it. */
export const paneOpenAtom = atom(false)

/** Lines of the page, measured from its top or bottom, that a pane above the text leaves in sight. */
export interface PaneOver {
  top: number
  bottom: number
}

/** The place of a pane above the text. Null while the pane is beside the text. */
export const paneOverAtom = atom<PaneOver | null>(null)

type ThreadFilter = 'open' | 'resolved'
export const filterAtom = atom<ThreadFilter>('open')

interface Active {
  id: string
  /** From where one came to it: there it is in sight already. */
  from: 'text' | 'pane' | 'link'
  takesFocus?: boolean
}

/** The thread that one is at. */
export const activeThreadAtom = atom<Active | null>(null)

/** The thread that the pointer is on, in the text or beside it. */
export const hoveredThreadAtom = atom<string | null>(null)

/** The text that one begins to say something of. */
export const draftAtom = atom<{ page_id: string; anchor: PageAnchor } | null>(null)

/** Where the text of each thread stands; null of one whose text was removed. Null before the text of the page is there. */
export const rangesAtom = atom<ReadonlyMap<string, TextRange | null> | null>(null)

/** Whether it is known where the texts stand. Those who ask this are not told of each letter that moves them. */
export const areRangesKnownAtom = atom((get) => get(rangesAtom) !== null)

/** Whether the text of the thread that one is at stands somewhere. */
export const isActiveInTextAtom = atom((get) =>
  Boolean(get(rangesAtom)?.get(get(activeThreadAtom)?.id ?? '')),
)

/** What the text of the page on the screen does for those who speak of it; null before it is there. */
interface TextOfPage {
  /** Begins a thread about what is selected; false where nothing is. */
  begin: () => boolean
  /** Answers the thread in whose text the caret is. */
  threadAtCaret: () => string | null
  /** Goes to the next thread in the text, or the one before. */
  step: (by: 1 | -1) => void
  focus: () => void
  /** Puts the caret behind the text that a thread was just begun about. False where nobody can write now. */
  goOn: () => boolean
}
export const textOfPageAtom = atom<TextOfPage | null>(null)

/** What the text of the page was asked for before it was there, which it does as soon as it is. */
export const askedOfTextAtom = atom<{ act: (text: TextOfPage) => void } | null>(null)

/** Asks the text of the page for something, now or as soon as it is there. */
export const askTextAtom = atom(null, (get, set, act: (text: TextOfPage) => void) => {
  const text = get(textOfPageAtom)
  if (text === null) set(askedOfTextAtom, { act })
  else act(text)
})
