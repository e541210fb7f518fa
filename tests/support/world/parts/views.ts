import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    view_id: string
    /** A view of the workspace. Guests see only views that they created. */
    workspace_view_id: string
  }
}

export const featureFixture: FeatureFixture = {
  ofWorkspace: ['view_id'],
  madeRows: {
    view_id: { table: 'views', column: 'owned_by', id: 'view_id' },
    workspace_view_id: { table: 'views', column: 'owned_by', id: 'workspace_view_id', hiddenFrom: 'guests' },
  },
  places: (side) => ({ view_id: side.view_id, workspace_view_id: side.workspace_view_id }),
  fields: (side) => ({ view: side.view_id }),
  async inWorkspace({ admin, params, side, sql }) {
    const { id } = await admin.call('createWorkspaceView', { params, body: { name: 'Made by Tom' } })
    await sql('update views set owned_by = $1 where id = $2', [side.maker_id, id])
    return { workspace_view_id: id }
  },
  async inProject({ admin, params, side, sql }) {
    const { id } = await admin.call('createView', { params, body: { name: 'Made by Tom' } })
    await sql('update views set owned_by = $1 where id = $2', [side.maker_id, id])
    return { view_id: id }
  },
}
