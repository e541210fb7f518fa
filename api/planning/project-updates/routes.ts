import { projectUpdateCalls } from '#common/planning/project-updates/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { changeProjectUpdate, createProjectUpdate, listProjectUpdates } from './commands.ts'

export const projectUpdatesFeature = defineFeature(projectUpdateCalls, {
  listProjectUpdates: (ctx) => listProjectUpdates(ctx),
  createProjectUpdate: (ctx, { body }) => createProjectUpdate(ctx, body),
  updateProjectUpdate: (ctx, { params, body }) => changeProjectUpdate(ctx, params.project_update_id, body),
  deleteProjectUpdate: async (ctx, { params }): Promise<undefined> => {
    await changeProjectUpdate(ctx, params.project_update_id, { deleted_at: new Date() })
  },
  restoreProjectUpdate: (ctx, { params }) =>
    changeProjectUpdate(ctx, params.project_update_id, { deleted_at: null }),
})
