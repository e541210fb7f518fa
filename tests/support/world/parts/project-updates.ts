import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** An update on the project by the user `maker_id`. */
    project_update_id: string
  }
}

export const featureFixture: FeatureFixture = {
  insideProject: ['project_update_id'],
  madeRows: {
    project_update_id: {
      table: 'project_updates',
      column: 'created_by',
      id: 'project_update_id',
      isSeenByAll: true,
    },
  },
  places: (side) => ({ project_update_id: side.project_update_id }),
  async inProject({ admin, params, side, sql }) {
    const { id } = await admin.call('createProjectUpdate', {
      params,
      body: { status: 'on_track', text: 'Written by Tom' },
    })
    await sql('update project_updates set created_by = $1 where id = $2', [side.maker_id, id])
    return { project_update_id: id }
  },
}
