import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import type { Chart } from '#common/planning/analytics/schema.ts'
import { joinedTeamspaceProjectsAtom } from '../../organization/teamspaces/atoms.ts'
import { useAutoReloadedValue } from '../../planning/figures/use-auto-reloaded-value.ts'
import { request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

const open = { state_group__in: 'backlog,unstarted,started' }
const anyItem = () => true

/** The filter for the open work items of a member. */
export function createOpenItemsFilter(member: string) {
  return { and: [{ assignee_id__in: member }, open] }
}

/**
 * Returns the number of open work items in the projects of a teamspace by assignee. Returns null until the
 * numbers are loaded.
 */
export function useOpenItemCountsByMember({ id }: TeamspaceRow) {
  const project_ids = useAtomValue(joinedTeamspaceProjectsAtom(id))
    .map((project) => project.id)
    .join(',')
  const read = useCallback(async (): Promise<ReadonlyMap<string, number>> => {
    // Without projects, the call would count the items of all projects.
    if (project_ids === '') return new Map()
    const chart = (await request('getWorkspaceChart', {
      params: { slug: currentSlug() },
      query: {
        type: 'custom-work-items',
        x_axis: 'ASSIGNEES',
        y_axis: 'WORK_ITEM_COUNT',
        project_ids,
        filters: JSON.stringify(open),
      },
    })) as Chart
    return new Map(chart.data.map(({ key, count }) => [key, count]))
  }, [project_ids])
  const { value, status, retry } = useAutoReloadedValue(read, anyItem)
  return { load: value, failed: value === null && status === 'error', retry }
}
