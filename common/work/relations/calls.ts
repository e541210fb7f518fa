import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { relatedWorkItem, relationName, relationRow, relationsByName } from './schema.ts'

const all = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/issue-relation/' as const

export const relationCalls = declareCalls('work-items', {
  listProjectRelations: {
    summary: 'List the relations of all work items of a project',
    method: 'GET',
    path: '/api/workspaces/{slug}/projects/{project_id}/issue-relations/',
    who: { project: 'guest' },
    answer: z.array(relationRow),
  },
  listRelations: {
    summary: 'List the related work items of a work item by relation type',
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    answer: relationsByName,
  },
  createRelations: {
    summary: 'Relate a work item to others. Existing relations are kept',
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
    summary: 'Remove the relation of a type to another work item, or all relations to this item',
    method: 'POST',
    path: '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/remove-relation/',
    who: { project: 'member' },
    body: z.object({ relation_type: relationName.optional(), related_issue: id }),
  },
  deleteRelation: {
    summary: 'Delete a relation of a work item',
    method: 'DELETE',
    path: '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/issue-relation/{relation_id}/',
    who: { project: 'member' },
  },
})
