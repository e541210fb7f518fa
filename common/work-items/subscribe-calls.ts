import { z } from 'zod'
import { declareCalls } from '../call.ts'
import { issueIds } from './schema.ts'

const one = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/subscribe/' as const
const many = '/api/workspaces/{slug}/projects/{project_id}/bulk-subscribe-issues/' as const

const subscribed = z.object({ subscribed: z.boolean() })
const message = z.object({ message: z.string() })

/** Following work items: whoever sees one may, and it changes nothing else of it. */
export const subscribeCalls = declareCalls({
  getSubscription: {
    area: 'work-items',
    summary: 'Whether the caller follows a work item',
    method: 'GET',
    path: one,
    who: { project: 'guest' },
    status: 200,
    answer: subscribed,
  },
  subscribe: {
    area: 'work-items',
    summary: 'Follow a work item',
    method: 'POST',
    path: one,
    who: { project: 'guest' },
    status: 201,
    answer: subscribed,
  },
  unsubscribe: {
    area: 'work-items',
    summary: 'Follow a work item no longer',
    method: 'DELETE',
    path: one,
    who: { project: 'guest' },
    status: 204,
  },
  subscribeToWorkItems: {
    area: 'work-items',
    summary: 'Follow many work items',
    method: 'POST',
    path: many,
    who: { project: 'guest' },
    body: z.object({ issue_ids: issueIds }),
    status: 200,
    answer: message,
  },
  unsubscribeFromWorkItems: {
    area: 'work-items',
    summary: 'Follow many work items no longer',
    method: 'DELETE',
    path: many,
    who: { project: 'guest' },
    body: z.object({ issue_ids: issueIds }),
    status: 200,
    answer: message,
  },
})
