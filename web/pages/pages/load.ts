import { useCallback } from 'react'
import { pageVisitsLimit } from '#common/pages/recent-visits/rules.ts'
import { replaceRows, requestWithVersion } from '../../platform/app/sync.ts'
import { type LoadState, useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { loadPages } from './actions.ts'

/** Loads the pages of a project, or of the workspace itself if `projectId` is null, while a screen shows them. */
export function useLoadPages(projectId: string | null): LoadState {
  return useLoadState(useCallback(() => loadPages(projectId), [projectId]))
}

/** Loads the user's last visits while a list is sorted by them. */
export function useLoadLastPageVisits(isNeeded: boolean): void {
  useLoadState(
    useCallback(async () => {
      if (!isNeeded) return
      const slug = currentSlug()
      const { answer, version } = await requestWithVersion('listRecentVisits', {
        params: { slug },
        query: { entity_name: 'page', limit: String(pageVisitsLimit) },
      })
      if (currentSlug() === slug)
        replaceRows('recent_visits', answer, version, ({ entity_name }) => entity_name === 'page')
    }, [isNeeded]),
  )
}
