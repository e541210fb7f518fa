import { teamspaceCalls } from '#common/organization/teamspaces/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { addFavoriteFlag, addFavoriteFlags } from '../favorites/queries.ts'
import { listTeamActivities } from './activities.ts'
import {
  createTeamspace,
  deleteTeamspace,
  joinTeamspace,
  leaveTeamspace,
  restoreTeamspace,
  updateTeamspace,
} from './commands.ts'
import { getTeamspace, listTeamspaces } from './queries.ts'

export const teamspacesFeature = defineFeature(teamspaceCalls, {
  listTeamspaces: async (ctx) => addFavoriteFlags(ctx, 'teamspace', await listTeamspaces(ctx)),
  createTeamspace: async (ctx, { body }) =>
    addFavoriteFlag(ctx, 'teamspace', await createTeamspace(ctx, body)),
  getTeamspace: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'teamspace', await getTeamspace(ctx, params.teamspace_id)),
  updateTeamspace: async (ctx, { params, body }) =>
    addFavoriteFlag(ctx, 'teamspace', await updateTeamspace(ctx, params.teamspace_id, body)),
  deleteTeamspace: (ctx, { params }) => deleteTeamspace(ctx, params.teamspace_id),
  restoreTeamspace: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'teamspace', await restoreTeamspace(ctx, params.teamspace_id)),
  joinTeamspace: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'teamspace', await joinTeamspace(ctx, params.teamspace_id)),
  leaveTeamspace: (ctx, { params }) => leaveTeamspace(ctx, params.teamspace_id),
  listTeamspaceActivities: (ctx, { params, query }) => listTeamActivities(ctx, params.teamspace_id, query),
})
