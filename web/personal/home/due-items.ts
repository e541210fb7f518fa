import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { addDays } from '#common/platform/clock.ts'
import { tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { joinedProjectSetAtom } from '../../work/listing/project-set.ts'
import type { RichFilters } from '../../work/listing/rich-filters.ts'
import { type WorkspaceTab, workspaceScope } from '../../work/listing/scopes.ts'
import { type ItemListState, useItemList } from '../../work/listing/use-item-list.ts'

/** The lower bound of the date range. All due dates are later. */
const earliestDate = '1000-01-01'
/** State groups of unfinished items. */
const openStateGroups = 'backlog,unstarted,started'

/**
 * Returns the user's unfinished items that are due by today in their time zone, earliest first, updated live.
 */
export function useDueItems(): ItemListState {
  const today = useAtomValue(todayAtom)
  const filters = useMemo(
    () => ({
      and: [{ state_group__in: openStateGroups }, { target_date__range: `${earliestDate},${today}` }],
    }),
    [today],
  )
  return useItems('assigned', filters, 'target_date')
}

/** Items that are due within this number of days after today count as due soon. */
const soonDays = 7

/** Returns the user's unfinished items that are due within `soonDays` days after today. */
export function useItemsDueSoon(): ItemListState {
  const today = useAtomValue(todayAtom)
  const filters = useMemo(
    () => ({
      and: [
        { state_group__in: openStateGroups },
        { target_date__range: `${addDays(today, 1)},${addDays(today, soonDays)}` },
      ],
    }),
    [today],
  )
  return useItems('assigned', filters, 'target_date')
}

/**
 * Returns the due dates of items. The result depends only on these items, so that other changes do not render
 * the component again.
 */
export function useDueDates(ids: readonly string[]): ReadonlyMap<string, string | null> {
  const datesAtom = useMemo(
    () =>
      atom((get) => new Map(ids.map((id) => [id, get(tables.work_items.rowAtom(id))?.target_date ?? null]))),
    [ids],
  )
  return useAtomValue(datesAtom)
}

/** Returns the user's started items, last updated first. */
export function useStartedItems(): ItemListState {
  return useItems('assigned', startedFilters, '-updated_at')
}

const startedFilters: RichFilters = { state_group__in: 'started' }

/**
 * Returns all work items of the joined projects, newest first. The onboarding checklist uses their total to
 * check whether there are any.
 */
export function useAllVisibleItems(): ItemListState {
  return useItems('all-issues', noFilters, '-created_at')
}

const noFilters: RichFilters = {}

function useItems(tab: WorkspaceTab, filters: RichFilters, order_by: string): ItemListState {
  const projects = useAtomValue(joinedProjectSetAtom)
  const scope = useMemo(() => workspaceScope(currentSlug(), tab, projects, getMyId()), [tab, projects])
  return useItemList(scope, filters, order_by)
}
