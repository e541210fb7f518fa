import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { addDays } from '#common/platform/clock.ts'
import { tables } from '../../platform/app/sync.ts'
import { myId } from '../../platform/person/me.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { projectSetAtom } from '../../work/listing/project-set.ts'
import type { RichFilters } from '../../work/listing/rich-filters.ts'
import { type WorkspaceTab, workspaceScope } from '../../work/listing/scopes.ts'
import { type ItemList, useItemList } from '../../work/listing/use-item-list.ts'

/** Days before it are no due dates. */
const longAgo = '1000-01-01'
/** What is neither over nor given up. */
const open = 'backlog,unstarted,started'

/** One's own items that should have been done by the end of today in one's time zone, the earliest first; live. */
export function useDueItems(): ItemList {
  const today = useAtomValue(todayAtom)
  const filters = useMemo(
    () => ({
      and: [{ state_group__in: open }, { target_date__range: `${longAgo},${today}` }],
    }),
    [today],
  )
  return useItems('assigned', filters, 'target_date')
}

/** Days ahead that are soon. */
const soonDays = 7

/** What is due in the days after today. */
export function useSoonItems(): ItemList {
  const today = useAtomValue(todayAtom)
  const filters = useMemo(
    () => ({
      and: [
        { state_group__in: open },
        { target_date__range: `${addDays(today, 1)},${addDays(today, soonDays)}` },
      ],
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
export function useStartedItems(): ItemList {
  return useItems('assigned', started, '-updated_at')
}

const started: RichFilters = { state_group__in: 'started' }

/** Whether there is any item at all that one has access to. */
export function useAnyItems(): ItemList {
  return useItems('all-issues', everything, '-created_at')
}

const everything: RichFilters = {}

function useItems(tab: WorkspaceTab, filters: RichFilters, order_by: string): ItemList {
  const projects = useAtomValue(projectSetAtom)
  const scope = useMemo(() => workspaceScope(currentSlug(), tab, projects, myId()), [tab, projects])
  return useItemList(scope, filters, order_by)
}
