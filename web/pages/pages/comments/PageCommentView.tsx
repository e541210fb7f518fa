import { useAtomValue } from 'jotai'
import type { PageCommentRow } from '#common/pages/page-comments/schema.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { CommentView } from '../../../documents/comments/CommentView.tsx'
import { projectIdOfPage } from '../actions.ts'
import { pagePath } from '../paths.ts'
import { pageCommentActions } from './actions.ts'
import { pageCommentRightsAtom } from './atoms.ts'

interface PageCommentViewProps {
  page: PageRow
  comment: PageCommentRow
}

/** A comment on a text of a page. */
export function PageCommentView({ page, comment }: PageCommentViewProps) {
  const rights = useAtomValue(pageCommentRightsAtom(page.id))
  return (
    <CommentView
      comment={comment}
      about={pageCommentTarget(page)}
      path={`${pagePath(projectIdOfPage(page) ?? '', page.id)}#comment-${comment.id}`}
      className="px-3 py-1.5"
      rights={{ edit: rights.edit(comment), remove: rights.remove(comment) }}
      actions={pageCommentActions(page)}
      next={(box) => box.closest<HTMLElement>('[data-thread]')}
    />
  )
}

export function pageCommentTarget(page: PageRow) {
  return { id: page.id, project_id: projectIdOfPage(page) ?? '' }
}
