import { useCallback } from 'react'
import type { PageComment, PageCommentRow } from '#common/pages/page-comments/schema.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { applyRows, replaceRows, requestWithVersion } from '../../../platform/app/sync.ts'
import { type LoadState, useLoadState } from '../../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { pageCallParams } from '../actions.ts'

/** Loads the comments of a page while a screen shows it. The change feed keeps them up to date. */
export function useLoadPageComments(page: PageRow | undefined): LoadState {
  const id = page?.id
  const place = page?.project_ids[0] ?? ''
  return useLoadState(
    useCallback(async () => {
      // Only pages of projects have comments, so pages of the workspace itself load none.
      if (id !== undefined && place !== '') await load({ id, project_ids: [place] })
    }, [id, place]),
  )
}

async function load(page: Pick<PageRow, 'id' | 'project_ids'>): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listPageComments', { params: pageCallParams(page) })
  if (currentSlug() !== slug) return
  // Former members are not among the loaded users, so the authors of the comments are added.
  applyRows(
    'users',
    answer.flatMap(({ actor_detail }) => actor_detail ?? []),
    version,
  )
  replaceRows('page_comments', answer.map(rowOf), version, ({ page_id }) => page_id === page.id)
}

function rowOf({ actor_detail: _, ...row }: PageComment): PageCommentRow {
  return row
}
