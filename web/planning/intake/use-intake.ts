import { useAtomValue } from 'jotai'
import { useCallback, useRef, useState } from 'react'
import {
  currentIntakeStatus,
  type IntakeStatus,
  intakePageSize,
  intakeStatus,
} from '#common/planning/intake/rules.ts'
import type { IntakeRow } from '#common/planning/intake/schema.ts'
import { matchAllCondition, matchesCondition } from '#common/work/listing/condition.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { applyLoadedRows } from '../../platform/app/read-rows.ts'
import { applyRows, requestWithVersion, tables } from '../../platform/app/sync.ts'
import { addMissingPeople } from '../../platform/person/people.ts'
import { clockAtom } from '../../platform/person/today.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { IntakeTab } from '../../work/cycles-modules-epics/intake-paths.ts'
import {
  filtersToListingCondition,
  hasNoFilters,
  noFilters,
  type RichFilters,
} from '../../work/listing/rich-filters.ts'

export type IntakeSortOrder =
  | '-issue__created_at'
  | 'issue__created_at'
  | '-issue__updated_at'
  | '-issue__sequence_id'

export interface IntakeListEntry {
  row: IntakeRow
  item: WorkItemRow
  status: IntakeStatus
}

export const intakeStatusesOfTab: Record<IntakeTab, readonly IntakeStatus[]> = {
  open: [-2, 0],
  closed: [1, -1, 2],
}

export interface IntakeFilters {
  /** The statuses that the list shows. If this is empty, it shows all statuses. */
  statuses: readonly IntakeStatus[]
  /** The filters by properties of the work items, such as labels and dates. */
  ofItems: RichFilters
}

export const noIntakeFilters: IntakeFilters = { statuses: [], ofItems: noFilters }

export function hasIntakeFilters({ statuses, ofItems }: IntakeFilters): boolean {
  return statuses.length > 0 || !hasNoFilters(ofItems)
}

/** Loads the intake items of a project page by page and keeps them up to date. */
export function useIntakeItems(
  projectId: string,
  tab: IntakeTab,
  order: IntakeSortOrder,
  filters: IntakeFilters,
) {
  const pages = useRef(1)
  const wanted = filters.statuses.length > 0 ? filters.statuses : intakeStatusesOfTab[tab]
  const statuses = wanted.join(',')
  const sent = hasNoFilters(filters.ofItems) ? null : JSON.stringify(filters.ofItems)
  // The last loaded row, or null if everything is loaded. Rows that sort after it are hidden until the next page is loaded,
  // because rows between them may be missing.
  const [end, setEnd] = useState<WorkItemRow | null>(null)
  const read = useCallback(async () => {
    let last: WorkItemRow | null = null
    for (let page = 0, cursor = `${intakePageSize}:0:0`; page < pages.current; page++) {
      const { answer, version } = await requestWithVersion('listInboxIssues', {
        params: { slug: currentSlug(), project_id: projectId },
        query: {
          status: statuses,
          ...(sent !== null && { filters: sent }),
          order_by: order,
          per_page: String(intakePageSize),
          cursor,
        },
      })
      const rows = answer.results
      applyLoadedRows(
        rows.map(({ issue }) => issue),
        version,
      )
      applyRows(
        'intake_issues',
        rows.map(({ issue: _, duplicate_issue_detail: __, created_by_detail: ___, ...row }) => row),
        version,
      )
      addMissingPeople(
        rows.map(({ created_by_detail }) => created_by_detail),
        version,
      )
      last = answer.next_page_results ? (rows.at(-1)?.issue ?? null) : null
      if (last === null) break
      cursor = answer.next_cursor
    }
    setEnd(last)
  }, [projectId, order, statuses, sent])
  const { status, retry, failure } = useLoadState(read)
  const rows = useAtomValue(tables.intake_issues.allAtom)
  // Re-renders when titles change or items are deleted.
  useAtomValue(tables.work_items.allAtom)
  const clock = useAtomValue(clockAtom)
  const condition = filtersToListingCondition(filters.ofItems, clock) ?? matchAllCondition
  const compare = comparing(order)
  const now = Date.now()
  const shown = rows
    .flatMap((row): IntakeListEntry[] => {
      const item = row.project_id === projectId ? tables.work_items.get(row.id) : undefined
      return item === undefined ? [] : [{ row, item, status: currentIntakeStatus(row, now) }]
    })
    .filter(
      ({ status, item }) =>
        wanted.includes(status) &&
        matchesCondition(condition, item) &&
        (end === null || compare(item, end) <= 0),
    )
    .sort((a, b) => rankOf(a) - rankOf(b) || compare(a.item, b.item))
  const more = () => {
    pages.current += 1
    retry()
  }
  return { status, retry, failure, shown, more: end === null ? null : more }
}

/** Returns the sort rank of an item. Snoozed items come after pending ones. */
function rankOf({ status }: IntakeListEntry): number {
  return status === intakeStatus.snoozed ? 1 : 0
}

function comparing(order: IntakeSortOrder): (a: WorkItemRow, b: WorkItemRow) => number {
  const sign = order.startsWith('-') ? -1 : 1
  const sortValue = (item: WorkItemRow) =>
    order.endsWith('sequence_id')
      ? item.sequence_id
      : Date.parse(order.endsWith('updated_at') ? item.updated_at : item.created_at)
  return (a, b) => sign * (sortValue(a) - sortValue(b) || (a.id < b.id ? -1 : 1))
}
