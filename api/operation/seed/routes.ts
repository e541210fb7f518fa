import { sampleWorkspaceCalls } from '#common/organization/workspaces/sample-calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { createSampleProject } from './sample.ts'

export const sampleWorkspaceFeature = defineFeature(sampleWorkspaceCalls, {
  createSampleWorkspace: async ({ em, workspace, user }) => ({
    project_id: await createSampleProject(em, {
      workspace_id: workspace.id,
      user_id: user.id,
      language: user.language,
    }),
  }),
})
