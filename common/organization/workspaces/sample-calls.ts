import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'

export const sampleWorkspaceCalls = declareCalls('workspaces', {
  createSampleWorkspace: {
    summary: 'Add a sample project with a team to a workspace, once',
    method: 'POST',
    path: '/api/workspaces/{slug}/sample/',
    who: { workspace: 'admin' },
    answer: z.object({ project_id: id }),
  },
})
