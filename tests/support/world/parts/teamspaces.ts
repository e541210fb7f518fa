import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** A public teamspace that the user `maker_id` leads. */
    teamspace_id: string
    /** A shared view of that teamspace. */
    teamspace_view_id: string
  }
}

export const featureFixture: FeatureFixture = {
  madeRows: {
    teamspace_id: {
      table: 'teamspaces',
      column: 'lead_id',
      id: 'teamspace_id',
      hiddenFrom: 'guests',
      isHiddenEvenOwn: true,
    },
    teamspace_view_id: {
      table: 'views',
      column: 'owned_by',
      id: 'teamspace_view_id',
      hiddenFrom: 'guests',
      isHiddenEvenOwn: true,
    },
  },
  places: (side) => ({ teamspace_id: side.teamspace_id, teamspace_view_id: side.teamspace_view_id }),
  async inWorkspace({ admin, params, side, sql }) {
    const { id } = await admin.call('createTeamspace', { params, body: { name: 'Led by Tom' } })
    await sql('update teamspaces set lead_id = $1 where id = $2', [side.maker_id, id])
    const view = await admin.call('createTeamspaceView', {
      params: { ...params, teamspace_id: id },
      body: { name: 'Made by Tom' },
    })
    await sql('update views set owned_by = $1 where id = $2', [side.maker_id, view.id])
    return { teamspace_id: id, teamspace_view_id: view.id }
  },
}
