import { z } from 'zod'
import { projectMemberAnswer } from '../../organization/projects/schema.ts'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { issueIds } from './schema.ts'

const one = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/subscribe/' as const
const many = '/api/workspaces/{slug}/projects/{project_id}/bulk-subscribe-issues/' as const

const subscribed = z.object({ subscribed: z.boolean() })
const message = z.object({ message: z.string() })

const others = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/issue-subscribers/' as const

const subscriber = projectMemberAnswer.extend({ is_subscribed: z.boolean() })

/** Everyone who can see a work item may subscribe to it. Members may also subscribe other people. */
export const subscribeCalls = declareCalls('work-items', {
  isSubscribed: {
    summary: 'Whether the caller hears of a work item',
    method: 'GET',
    path: one,
    who: { project: 'guest' },
    answer: subscribed,
  },
  subscribe: {
    summary: 'Hear of a work item from now on',
    method: 'POST',
    path: one,
    who: { project: 'guest' },
    status: 201,
    answer: subscribed,
  },
  unsubscribe: {
    summary: 'Hear of a work item no longer',
    method: 'DELETE',
    path: one,
    who: { project: 'guest' },
  },
  listSubscribers: {
    summary: 'Members of the project, each with whether they hear of a work item',
    method: 'GET',
    path: others,
    who: { project: 'guest' },
    answer: z.array(subscriber),
  },
  addSubscriber: {
    summary: 'Have somebody of the project hear of a work item from now on',
    method: 'POST',
    path: others,
    who: { project: 'member' },
    body: z.object({ subscriber: id }),
    status: 201,
    answer: z.object({ issue: id, subscriber: id }),
  },
  removeSubscriber: {
    summary: 'Have somebody hear of a work item no longer',
    method: 'DELETE',
    path: '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/issue-subscribers/{user_id}/',
    who: { project: 'member' },
  },
  subscribeToMany: {
    summary: 'Hear of many work items from now on; those that the caller hears of already stay as they are',
    method: 'POST',
    path: many,
    who: { project: 'guest' },
    body: z.object({ issue_ids: issueIds }),
    answer: message,
  },
  unsubscribeFromMany: {
    summary: 'Hear of many work items no longer; what subscribing to many is undone by',
    method: 'DELETE',
    path: many,
    who: { project: 'guest' },
    body: z.object({ issue_ids: issueIds }),
    answer: message,
  },
})
