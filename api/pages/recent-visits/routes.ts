import { recentVisitCalls } from '#common/pages/recent-visits/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { recordVisit } from './commands.ts'
import { listRecentVisits } from './queries.ts'

export const recentVisitsFeature = defineFeature(recentVisitCalls, {
  listRecentVisits: (ctx, { query }) => listRecentVisits(ctx, query),
  recordVisit: (ctx, { body }) => recordVisit(ctx, body),
})
