import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    template_id: string
    workspace_template_id: string
  }
}

export const featureFixture: FeatureFixture = {
  insideProject: ['template_id'],
  ofWorkspace: ['template_id'],
  places: (side) => ({
    template_id: side.template_id,
    workspace_template_id: side.workspace_template_id,
  }),
  async inWorkspace({ admin, params }) {
    const body = { name: 'Pages begin like this' }
    return { workspace_template_id: (await admin.call('createWorkspaceTemplate', { params, body })).id }
  },
  async inProject({ admin, params }) {
    const { id } = await admin.call('createTemplate', { params, body: { name: 'Begin like this' } })
    return { template_id: id }
  },
}
