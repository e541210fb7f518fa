import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { pageVisitsLimit, recentVisitsLimit, visitedKinds } from './rules.ts'
import { recentVisitResponse, recentVisitRow } from './schema.ts'

const path = '/api/workspaces/{slug}/recent-visits/'

export const recentVisitCalls = declareCalls('home', {
  listRecentVisits: {
    summary: 'List your recent visits in a workspace, newest first',
    method: 'GET',
    path,
    who: { workspace: 'guest' },
    query: z.object({
      entity_name: z.enum(visitedKinds).optional(),
      limit: z.coerce.number().int().min(1).max(pageVisitsLimit).default(recentVisitsLimit),
    }),
    answer: z.array(recentVisitResponse),
  },
  recordVisit: {
    summary: 'Record your visit to a work item, page or project',
    method: 'POST',
    path,
    who: { workspace: 'guest' },
    body: z.object({ entity_name: z.enum(visitedKinds), entity_identifier: id }),
    status: 201,
    answer: recentVisitRow,
  },
})
