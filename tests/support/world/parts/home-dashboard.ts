import { v5 } from 'uuid'
import { newId } from '#common/platform/ids.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** The home dashboard of the user `maker_id`, and one of its widgets. */
    home_dashboard_id: string
    home_widget_id: string
  }
}

export const featureFixture: FeatureFixture = {
  places: (side) => ({ home_dashboard_id: side.home_dashboard_id, home_widget_id: side.home_widget_id }),
  async inWorkspace({ maker, params }) {
    const { dashboard } = await maker.call('findHomeDashboard', { params })
    return idsOf(dashboard.id)
  },
  ofPerson: {
    who: 'signed-in',
    isFor: ({ path }) => path.includes('{home_dashboard_id}'),
    async make({ acme, person }) {
      const own = await person.call('listWorkspaces', {})
      // A person who is not in the workspace Acme gets the home dashboard of another workspace.
      const workspace =
        own.find(({ id }) => id === acme.workspace_id) ??
        own[0] ??
        (await person.call('createWorkspace', { body: { name: 'Elsewhere', slug: `elsewhere-${newId()}` } }))
      return idsOf(v5(person.id, workspace.id))
    },
  },
}

function idsOf(home_dashboard_id: string) {
  return { home_dashboard_id, home_widget_id: v5('assigned_issues', home_dashboard_id) }
}
