import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { maxExternalIdLength } from '../../platform/external-ids.ts'
import { singleLineText } from '../../platform/fields.ts'
import { detailQuery, expandedWorkItem } from './schema.ts'

const one = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/'
const archive = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/archive/'

const externalId = singleLineText(maxExternalIdLength).min(1)

/** Calls that return a single work item. */
export const workItemDetailCalls = declareCalls('work-items', {
  getWorkItem: {
    visit: 'issue',
    summary: 'Get a work item with its description',
    method: 'GET',
    path: one,
    who: { project: 'guest' },
    query: detailQuery,
    etag: 'returned',
    answer: expandedWorkItem,
  },
  getWorkItemByKey: {
    visit: 'issue',
    summary: 'Get a work item by its key, such as ATL-12',
    method: 'GET',
    path: '/api/workspaces/{slug}/work-items/{key}/',
    who: { workspace: 'guest' },
    params: z.object({ key: singleLineText(40).regex(/^[^-]+-[0-9]{1,9}$/, 'Invalid issue identifier') }),
    query: detailQuery,
    etag: 'returned',
    answer: expandedWorkItem,
  },
  getWorkItemByExternalId: {
    visit: 'issue',
    summary: 'Get the work item that another program created with this external id',
    method: 'GET',
    path: '/api/workspaces/{slug}/projects/{project_id}/issue-by-external-id/',
    who: { project: 'guest' },
    query: z.object({ external_source: externalId, external_id: externalId, ...detailQuery.shape }),
    etag: 'returned',
    answer: expandedWorkItem,
  },
  getWorkItemMeta: {
    summary: 'Get the key of a work item',
    method: 'GET',
    path: '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/meta/',
    who: { project: 'guest' },
    answer: z.object({ sequence_id: z.int(), project_identifier: z.string() }),
  },
  getArchivedWorkItem: {
    summary: 'Get an archived work item with its description',
    method: 'GET',
    path: archive,
    who: { project: 'member' },
    query: detailQuery,
    etag: 'returned',
    answer: expandedWorkItem,
  },
})
