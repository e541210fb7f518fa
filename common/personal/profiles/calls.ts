import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { idsIn, line } from '../../platform/fields.ts'
import { dayOr, reckonedDay } from '../../platform/time.ts'
import { activity } from '../../work/activities/schema.ts'
import { pageOf, paging } from '../../work/listing/schema.ts'
import { activityExportLimit } from './rules.ts'
import { projectStats, userProfile, userStats } from './schema.ts'

const pageSize = { ...paging, per_page: paging.per_page.default(100) }
const statNames = [
  'total_issues',
  'completed_issues',
  'total_members',
  'total_cycles',
  'total_modules',
] as const

const knownNames = line(2000).transform((text) => {
  const sent = text.split(',').map((name) => name.trim())
  const known = statNames.filter((name) => sent.includes(name))
  return known.length === 0 ? undefined : known
})

export const profileCalls = declareCalls('profiles', {
  getUserStats: {
    summary: 'What a person has to do and has done, in figures; as far as the caller sees it',
    method: 'GET',
    path: '/api/workspaces/{slug}/user-stats/{user_id}/',
    who: { workspace: 'guest' },
    answer: userStats,
  },
  getUserProfile: {
    summary:
      'Who a person is, and what they do in each project that the caller is in; guests are told the former alone',
    method: 'GET',
    path: '/api/workspaces/{slug}/user-profile/{user_id}/',
    who: { workspace: 'guest' },
    answer: userProfile,
  },
  listUserActivity: {
    summary: 'What a person did to work items that the caller sees, newest first',
    method: 'GET',
    path: '/api/workspaces/{slug}/user-activity/{user_id}/',
    who: { workspace: 'guest' },
    query: z.object({
      ...pageSize,
      /** Project ids, separated by commas. */
      project: idsIn(100).optional(),
    }),
    answer: pageOf(activity),
  },
  exportUserActivity: {
    summary: `What a person did on one day of the caller, as a file of comma-separated values; the last ${activityExportLimit} at most`,
    method: 'POST',
    path: '/api/workspaces/{slug}/user-activity/{user_id}/export/',
    who: { workspace: 'member' },
    body: z.object({ date: dayOr('Date is required').pipe(reckonedDay) }),
    status: 200,
  },
  listMyActivities: {
    area: 'users',
    summary: 'What one did to work items that one still sees, in all workspaces, newest first',
    method: 'GET',
    path: '/api/users/me/activities/',
    who: 'signed-in',
    query: z.object(pageSize),
    answer: pageOf(activity),
  },
  listProjectStats: {
    area: 'projects',
    summary: 'How much there is in each project that the caller is in',
    method: 'GET',
    path: '/api/workspaces/{slug}/project-stats/',
    who: { workspace: 'guest' },
    query: z.object({
      /** Names of figures, separated by commas. Unknown names are skipped; without a known one, all are given. */
      fields: knownNames.optional(),
      /** Project ids, separated by commas. */
      project_ids: idsIn(100).optional(),
    }),
    answer: z.array(projectStats),
  },
})
