import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { tables } from '../../../platform/app/sync.ts'
import { useLoadPages } from '../load.ts'
import { pageThreadsAtom } from './atoms.ts'
import { ThreadCard } from './ThreadCard.tsx'
import { useLoadPageComments } from './use-load-page-comments.ts'

interface NotifiedThreadsProps {
  pageId: string
  projectId: string | null
  /** The ids of the comments of which the user was notified. */
  commentIds: readonly string[]
  /** Shown while the threads load, and if the comments were deleted or cannot be loaded. */
  fallback: ReactNode
}

/** The threads that contain some comments of a page, outside of the page, with a field for a reply. */
export function NotifiedThreads({ pageId, projectId, commentIds, fallback }: NotifiedThreadsProps) {
  const page = useAtomValue(tables.pages.rowAtom(pageId))
  useLoadPages(projectId)
  useLoadPageComments(page)
  const threads = useAtomValue(pageThreadsAtom(pageId)).filter(({ comment, replies }) =>
    [comment, ...replies].some(({ id }) => commentIds.includes(id)),
  )
  if (page === undefined || threads.length === 0) return fallback
  return threads.map((thread) => (
    <ThreadCard key={thread.comment.id} page={page} thread={thread} isRemoved={false} />
  ))
}
