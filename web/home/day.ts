import { atom, useAtomValue } from 'jotai'
import { useEffect, useMemo } from 'react'
import { clockIn } from '#common/listing/clock.ts'
import { flatGroup } from '#common/listing/keys.ts'
import { freshProperties } from '#common/user-properties/rules.ts'
import { tables } from '../app/sync.ts'
import { groupAt, type ListingStatus, listingAtom, retryListing, watchListing } from '../listing/listings.ts'
import { projectSetAtom } from '../listing/project-set.ts'
import type { RichFilters } from '../listing/rich-filters.ts'
import { type WorkspaceTab, workspaceScope } from '../listing/scopes.ts'
import { viewOf } from '../listing/view.ts'
import { currentSlug } from '../shell/workspace.ts'
import { myId } from '../users/me.ts'
import { meAtom } from '../users/session.ts'
import { todayAtom } from '../users/today.ts'

/** Days before it are no due dates. */
const longAgo = '1000-01-01'
/** What is neither over nor given up. */
const open = 'backlog,unstarted,started'

export interface DayList {
  status: ListingStatus
  ids: readonly string[]
  total: number
  retry: () => void
}

/** One's own items that should have been done by the end of today in one's time zone, the earliest first; live. */
export function useDueItems(): DayList {
  const today = useAtomValue(todayAtom)
  const filters = useMemo(
    () => ({
      and: [{ state_group__in: open }, { target_date__range: `${longAgo},${today}` }],
    }),
    [today],
  )
  return useItems('assigned', filters, 'target_date')
}

/** Of these items alone, so that a change of another draws nothing anew. */
export function useDueDates(ids: readonly string[]): ReadonlyMap<string, string | null> {
  const datesAtom = useMemo(
    () =>
      atom((get) => new Map(ids.map((id) => [id, get(tables.work_items.rowAtom(id))?.target_date ?? null]))),
    [ids],
  )
  return useAtomValue(datesAtom)
}

/** One's own items that have been begun, what was touched last first. */
export function useStartedItems(): DayList {
  return useItems('assigned', started, '-updated_at')
}

const started: RichFilters = { state_group__in: 'started' }

/** Whether there is any item at all that one has access to. */
export function useAnyItems(): DayList {
  return useItems('all-issues', everything, '-created_at')
}

const everything: RichFilters = {}

function useItems(tab: WorkspaceTab, filters: RichFilters, order_by: string): DayList {
  const projects = useAtomValue(projectSetAtom)
  const timezone = useAtomValue(meAtom)?.user_timezone ?? 'UTC'
  const view = useMemo(
    () =>
      viewOf(workspaceScope(currentSlug(), tab, projects, myId()), {
        display: { ...freshProperties(tab).display_filters, layout: 'list', group_by: null, order_by },
        filters,
        clock: clockIn(timezone),
      }),
    [tab, projects, filters, order_by, timezone],
  )
  useEffect(() => watchListing(view), [view])
  const { status, groups } = useAtomValue(listingAtom(view.key))
  const { ids, total } = groupAt(groups, flatGroup)
  return { status, ids, total, retry: () => retryListing(view) }
}
