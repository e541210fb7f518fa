import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'

export const sampleCalls = declareCalls({
  createSampleWorkspace: {
    area: 'workspaces',
    summary: 'Put a sample project with a team into the workspace, once; answers which project it is',
    method: 'POST',
    path: '/api/workspaces/{slug}/sample/',
    who: { workspace: 'admin' },
    status: 200,
    answer: z.object({ project_id: id }),
  },
})
