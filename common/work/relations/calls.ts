import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { relatedWorkItem, relationName, relationRow, relationsByName } from './schema.ts'

const all = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/issue-relation/' as const

export const relationCalls = declareCalls('work-items', {
  listProjectRelations: {
    summary: 'Relations of all work items of a project, also to those of other projects',
    method: 'GET',
    path: '/api/workspaces/{slug}/projects/{project_id}/issue-relations/',
    who: { project: 'guest' },
    answer: z.array(relationRow),
  },
  listRelations: {
    summary: 'Related work items, by what they are to this one',
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    answer: relationsByName,
  },
  createRelations: {
    summary: 'Relate a work item to others of the workspace; relations that exist stay as they are',
    method: 'POST',
    path: all,
    who: { project: 'member' },
    body: z.object({
      relation_type: relationName,
      issues: z.array(id, 'Issues are required').min(1, 'Issues are required').max(100),
    }),
    status: 201,
    answer: z.array(relatedWorkItem),
  },
  removeRelation: {
    summary: 'End a relation, named as this work item sees it',
    method: 'POST',
    path: '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/remove-relation/',
    who: { project: 'member' },
    body: z.object({ relation_type: relationName, related_issue: id }),
  },
  deleteRelation: {
    summary: 'End a relation',
    method: 'DELETE',
    path: '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/issue-relation/{relation_id}/',
    who: { project: 'member' },
  },
})
