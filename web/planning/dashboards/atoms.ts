import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { canEditDashboard } from '#common/planning/dashboards/rules.ts'
import { tables } from '../../platform/app/sync.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { meAtom } from '../../platform/person/session.ts'

/** The dashboards that the user can see, in their manual order. */
export const dashboardsAtom = atom((get) =>
  get(tables.dashboards.allAtom).toSorted((a, b) => a.sort_order - b.sort_order || (a.id < b.id ? -1 : 1)),
)

export const canEditDashboardAtom = atomFamily((id: string) =>
  atom((get) => {
    const dashboard = get(tables.dashboards.rowAtom(id))
    const actor = { user_id: get(meAtom)?.id ?? '', role: get(workspaceRoleAtom) }
    return dashboard !== undefined && canEditDashboard(actor, dashboard)
  }),
)
