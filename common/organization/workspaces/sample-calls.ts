import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'

export const sampleCalls = declareCalls('workspaces', {
  createSampleWorkspace: {
    summary: 'Put a sample project with a team into the workspace, once; answers which project it is',
    method: 'POST',
    path: '/api/workspaces/{slug}/sample/',
    who: { workspace: 'admin' },
    answer: z.object({ project_id: id }),
  },
})
