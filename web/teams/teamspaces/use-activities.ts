import { useCallback, useRef, useState } from 'react'
import type { TeamActivity } from '#common/organization/teamspaces/activities.ts'
import { onChangeApplied, request, tables } from '../../platform/app/sync.ts'
import { type LoadState, useLoadState } from '../../platform/shell/use-load-state.ts'
import { useReloadAfterEvents } from '../../platform/shell/use-reload-after-events.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

interface Page {
  results: TeamActivity[]
  next_cursor: string | null
}

interface TeamActivities extends LoadState {
  activities: TeamActivity[]
  /** Loads older entries. Is null if all entries are loaded. */
  more: (() => void) | null
}

/**
 * Loads the activity of a teamspace page by page, and loads it again when the teamspace or one of its views changes.
 */
export function useTeamActivities(teamId: string): TeamActivities {
  const [page, setPage] = useState<Page>({ results: [], next_cursor: null })
  const known = useRef<Page | null>(null)
  const show = useCallback((next: Page) => {
    known.current = next
    setPage(next)
  }, [])
  const read = useCallback(async () => {
    const first = await readPage(teamId, null)
    show(known.current === null ? first : withNewer(first, known.current))
  }, [teamId, show])
  const { status, retry } = useLoadState(read)
  useReloadAfterEvents(
    useCallback(
      (onEvent) => [
        onChangeApplied(({ entity, id }) => {
          const isOwnView = entity === 'views' && isViewOf(teamId, id)
          if ((entity === 'teamspaces' && id === teamId) || isOwnView) onEvent()
        }),
      ],
      [teamId],
    ),
    retry,
  )
  const older = async () => {
    const next = await readPage(teamId, page.next_cursor)
    show({ ...next, results: [...page.results, ...next.results] })
  }
  return {
    status,
    retry,
    activities: page.results,
    more: page.next_cursor === null ? null : () => void older().catch(retry),
  }
}

/**
 * Returns whether a view belongs to the teamspace. Also returns true for a view that is not loaded, because
 * the view may be one that was just deleted.
 */
function isViewOf(teamId: string, viewId: string): boolean {
  const view = tables.views.get(viewId)
  return view === undefined || view.teamspace_id === teamId
}

/**
 * Adds the entries of a reloaded first page to the loaded entries. If they have no entry in common, there may
 * be a gap between them, so the first page replaces the loaded entries.
 */
function withNewer(first: Page, loaded: Page): Page {
  const ids = new Set(loaded.results.map(({ id }) => id))
  const fresh = first.results.filter(({ id }) => !ids.has(id))
  if (fresh.length === first.results.length) return first
  return { ...loaded, results: [...fresh, ...loaded.results] }
}

function readPage(teamspace_id: string, cursor: string | null): Promise<Page> {
  return request('listTeamspaceActivities', {
    params: { slug: currentSlug(), teamspace_id },
    query: cursor === null ? {} : { cursor },
  })
}
