import { z } from 'zod'
import { declareCalls } from '../call.ts'
import { id } from '../time.ts'

export const exportCalls = declareCalls({
  exportWorkItems: {
    area: 'exports',
    summary: 'The work items that one sees, as a file of comma-separated values, sent as it is read',
    method: 'POST',
    path: '/api/workspaces/{slug}/export-issues/',
    who: { workspace: 'member' },
    body: z.object({
      provider: z
        .enum(['csv'], { error: ({ input }) => `Provider '${String(input).slice(0, 40)}' not found.` })
        .default('csv'),
      /** Left out, all that one is in. */
      project: z.array(id).max(1000).optional(),
      rich_filters: z.record(z.string(), z.unknown()).optional(),
    }),
    // There is one file, whatever projects it is of.
    lacks: ['multiple'],
    transactions: 'own',
    status: 200,
  },
})
