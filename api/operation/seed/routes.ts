import { sampleCalls } from '#common/organization/workspaces/sample-calls.ts'
import { feature } from '../../access/requests/mount.ts'
import { createSample } from './sample.ts'

export const sampleFeature = feature(sampleCalls, {
  createSampleWorkspace: async ({ em, workspace, user }) => ({
    project_id: await createSample(em, { workspace_id: workspace.id, user_id: user.id }),
  }),
})
