import { z } from 'zod'
import { declareCalls } from '../call.ts'
import { issueIds } from './schema.ts'

const one = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/subscribe/' as const
const many = '/api/workspaces/{slug}/projects/{project_id}/bulk-subscribe-issues/' as const

const subscribed = z.object({ subscribed: z.boolean() })
const message = z.object({ message: z.string() })

/** Whoever sees a work item may hear of it: for oneself alone, so there is nobody else to name. */
export const subscribeCalls = declareCalls({
  isSubscribed: {
    area: 'work-items',
    summary: 'Whether the caller hears of a work item',
    method: 'GET',
    path: one,
    who: { project: 'guest' },
    status: 200,
    answer: subscribed,
  },
  subscribe: {
    area: 'work-items',
    summary: 'Hear of a work item from now on',
    method: 'POST',
    path: one,
    who: { project: 'guest' },
    status: 201,
    answer: subscribed,
  },
  unsubscribe: {
    area: 'work-items',
    summary: 'Hear of a work item no longer',
    method: 'DELETE',
    path: one,
    who: { project: 'guest' },
    status: 204,
  },
  subscribeToMany: {
    area: 'work-items',
    summary: 'Hear of many work items from now on; those that the caller hears of already stay as they are',
    method: 'POST',
    path: many,
    who: { project: 'guest' },
    body: z.object({ issue_ids: issueIds }),
    status: 200,
    answer: message,
  },
  unsubscribeFromMany: {
    area: 'work-items',
    summary: 'Hear of many work items no longer; what subscribing to many is undone by',
    method: 'DELETE',
    path: many,
    who: { project: 'guest' },
    body: z.object({ issue_ids: issueIds }),
    status: 200,
    answer: message,
  },
})
