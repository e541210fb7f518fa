import { z } from 'zod'
import { projectMemberResponse } from '../../organization/projects/schema.ts'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { issueIds } from './schema.ts'

const one = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/subscribe/' as const
const many = '/api/workspaces/{slug}/projects/{project_id}/bulk-subscribe-issues/' as const

const subscribed = z.object({ subscribed: z.boolean() })
const message = z.object({ message: z.string() })

const others = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/issue-subscribers/' as const

const subscriber = projectMemberResponse.extend({ is_subscribed: z.boolean() })

/**
 * Calls for subscriptions to work items. Everyone who can see a work item may subscribe to it. Members may
 * also subscribe other users.
 */
export const subscribeCalls = declareCalls('work-items', {
  isSubscribed: {
    summary: 'Check whether you are subscribed to a work item',
    method: 'GET',
    path: one,
    who: { project: 'guest' },
    answer: subscribed,
  },
  subscribe: {
    summary: 'Subscribe to a work item',
    method: 'POST',
    path: one,
    who: { project: 'guest' },
    status: 201,
    answer: subscribed,
  },
  unsubscribe: {
    summary: 'Unsubscribe from a work item',
    method: 'DELETE',
    path: one,
    who: { project: 'guest' },
  },
  listSubscribers: {
    summary: 'List the project members and whether they subscribe to a work item',
    method: 'GET',
    path: others,
    who: { project: 'guest' },
    answer: z.array(subscriber),
  },
  addSubscriber: {
    summary: 'Subscribe a project member to a work item',
    method: 'POST',
    path: others,
    who: { project: 'member' },
    body: z.object({ subscriber: id }),
    status: 201,
    answer: z.object({ issue: id, subscriber: id }),
  },
  removeSubscriber: {
    summary: 'Unsubscribe a project member from a work item',
    method: 'DELETE',
    path: '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/issue-subscribers/{user_id}/',
    who: { project: 'member' },
  },
  subscribeToMany: {
    summary: 'Subscribe to many work items. Existing subscriptions are kept',
    method: 'POST',
    path: many,
    who: { project: 'guest' },
    body: z.object({ issue_ids: issueIds }),
    answer: message,
  },
  unsubscribeFromMany: {
    summary: 'Unsubscribe from many work items',
    method: 'DELETE',
    path: many,
    who: { project: 'guest' },
    body: z.object({ issue_ids: issueIds }),
    answer: message,
  },
})
