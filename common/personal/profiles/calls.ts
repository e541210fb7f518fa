import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { commaSeparatedIds, singleLineText } from '../../platform/fields.ts'
import { dayInSupportedYears, dayWithMissingMessage } from '../../platform/time.ts'
import { activity } from '../../work/activities/schema.ts'
import { createPageSchema, pagingQueryFields } from '../../work/listing/schema.ts'
import { activityExportLimit, activityGraphMonths } from './rules.ts'
import { projectStats, userProfile, userStats } from './schema.ts'

const pageSize = { ...pagingQueryFields, per_page: pagingQueryFields.per_page.default(100) }
const statNames = [
  'total_issues',
  'completed_issues',
  'cancelled_issues',
  'total_members',
  'total_cycles',
  'total_modules',
] as const

const knownNames = singleLineText(2000).transform((text) => {
  const sent = text.split(',').map((name) => name.trim())
  const known = statNames.filter((name) => sent.includes(name))
  return known.length === 0 ? undefined : known
})

export const profileCalls = declareCalls('profiles', {
  getUserStats: {
    summary: 'Get the work item statistics of a user, limited to your access',
    method: 'GET',
    path: '/api/workspaces/{slug}/user-stats/{user_id}/',
    who: { workspace: 'guest' },
    answer: userStats,
  },
  getUserProfile: {
    summary: 'Get the profile of a user and their statistics by project. Guests get only the profile',
    method: 'GET',
    path: '/api/workspaces/{slug}/user-profile/{user_id}/',
    who: { workspace: 'guest' },
    answer: userProfile,
  },
  listUserActivity: {
    summary: 'List the activity of a user, newest first',
    method: 'GET',
    path: '/api/workspaces/{slug}/user-activity/{user_id}/',
    who: { workspace: 'guest' },
    query: z.object({
      ...pageSize,
      /** Project ids, separated by commas. */
      project: commaSeparatedIds(100).optional(),
    }),
    answer: createPageSchema(activity),
  },
  exportUserActivity: {
    summary: `Export the activity of a user on one day as CSV. Contains at most ${activityExportLimit} entries`,
    method: 'POST',
    path: '/api/workspaces/{slug}/user-activity/{user_id}/export/',
    who: { workspace: 'member' },
    body: z.object({ date: dayWithMissingMessage('Date is required').pipe(dayInSupportedYears) }),
    status: 200,
  },
  listMyActivities: {
    area: 'users',
    summary: 'List your own activity in all workspaces, newest first',
    method: 'GET',
    path: '/api/users/me/activities/',
    who: 'signed-in',
    query: z.object(pageSize),
    answer: createPageSchema(activity),
  },
  getActivityGraph: {
    area: 'users',
    summary: `Count your activities in a workspace on each of the last days, ${activityGraphMonths} months back`,
    method: 'GET',
    path: '/api/users/me/workspaces/{slug}/activity-graph/',
    who: { workspace: 'guest' },
    /** Days without activity are left out. */
    answer: z.array(z.object({ created_date: z.string(), activity_count: z.int() })),
  },
  listProjectStats: {
    area: 'projects',
    summary: 'Get the statistics of each project that you joined',
    method: 'GET',
    path: '/api/workspaces/{slug}/project-stats/',
    who: { workspace: 'guest' },
    query: z.object({
      /**
       * Names of statistics, separated by commas. Unknown names are ignored. If no name is known, all
       * statistics are returned.
       */
      fields: knownNames.optional(),
      /** Project ids, separated by commas. */
      project_ids: commaSeparatedIds(100).optional(),
    }),
    answer: z.array(projectStats),
  },
})
