import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { isoTimestamp } from '../../platform/time.ts'
import { activityHistoryLimit } from './rules.ts'
import { activity, commentActivity } from './schema.ts'

export const activityCalls = declareCalls('work-items', {
  listHistory: {
    summary: `List the last ${activityHistoryLimit} history entries of a work item, oldest first`,
    method: 'GET',
    path: '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/history/',
    who: { project: 'guest' },
    query: z.object({
      /**
       * Limits the response to changes of properties or to comments. If omitted, the response contains both.
       */
      activity_type: z
        .enum(['issue-property', 'issue-comment', 'epic-property', 'epic-comment'])
        .transform((type) => (type.endsWith('property') ? 'property' : 'comment'))
        .optional(),
      created_at__gt: isoTimestamp.optional(),
    }),
    answer: z.array(z.union([activity, commentActivity])),
  },
})
