import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** A private dashboard of the user `maker_id`. */
    dashboard_id: string
    widget_id: string
  }
}

export const featureFixture: FeatureFixture = {
  madeRows: {
    dashboard_id: {
      table: 'dashboards',
      column: 'owned_by',
      id: 'dashboard_id',
      hiddenFrom: 'guests',
      isHiddenEvenOwn: true,
    },
  },
  places: (side) => ({ dashboard_id: side.dashboard_id, widget_id: side.widget_id }),
  fields: (side) => ({ after: side.widget_id }),
  async inWorkspace({ admin, params, side, sql }) {
    const body = { name: 'Made by Tom', access: 1 as const, widgets: [{ kind: 'number' as const }] }
    const { id, widgets } = await admin.call('createDashboard', { params, body })
    await sql('update dashboards set owned_by = $1 where id = $2', [side.maker_id, id])
    return { dashboard_id: id, widget_id: widgets[0]?.id ?? '' }
  },
}
